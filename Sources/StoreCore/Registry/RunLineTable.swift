/// The lines of all names that are in use.
///
/// A line of one running effect, as most are, takes no more than its name and the place of the effect.
///
/// - Complexity: O(1) for each operation, besides hashing the name.
struct RunLineTable {
  /// Where a line is.
  private struct Place {
    /// The place in the registry of the only one in it; else the place of the line among the long ones, counted down
    /// from -2; -1 for no line.
    private var number: Int32 = -1

    static let none = Place()

    /// The place of the line of one that runs alone.
    init(only index: Int) {
      // An index of a slab: see `LinkedIndices`.
      number = Int32(truncatingIfNeeded: index)
    }

    init(long index: Int) {
      // As above.
      number = -2 - Int32(truncatingIfNeeded: index)
    }

    private init() {}

    var only: Int? { number < 0 ? nil : Int(number) }
    var long: Int? { number > -2 ? nil : -2 - Int(number) }
  }

  /// The lines of more than one.
  private struct LongLines {
    private var lines: ContiguousArray<RunLine> = []
    private var free: [Int] = []

    func line(at place: Place) -> RunLine {
      if let index = place.only { return RunLine(only: index) }
      return place.long.map { lines[$0] } ?? RunLine()
    }

    /// Keeps what has become of the line at a place, and says where.
    mutating func keep(_ line: RunLine, from place: Place) -> Place {
      if line.isEmpty || line.only != nil {
        if let index = place.long {
          free.append(index)
        }
        return line.only.map { Place(only: $0) } ?? .none
      }
      if let index = place.long {
        lines[index] = line
        return place
      }
      if let index = free.popLast() {
        lines[index] = line
        return Place(long: index)
      }
      lines.append(line)
      return Place(long: lines.count - 1)
    }
  }

  private var places: [EffectID: Place] = [:]
  private var long = LongLines()

  subscript(_ id: EffectID) -> RunLine? { places[id].map { long.line(at: $0) } }

  /// The names in use, in no particular order.
  var ids: [EffectID] { Array(places.keys) }

  /// Changes the line of a name, which is made if it is not there, and not empty afterwards.
  mutating func extend(_ id: EffectID, _ change: (inout RunLine) -> Void) {
    Self.change(&places[id, default: .none], &long, change)
  }

  /// Changes the line of a name, if there is one, and takes it out if it is empty then.
  ///
  /// - Returns: what the line is now.
  mutating func change(_ id: EffectID, _ change: (inout RunLine) -> Void) -> RunLine? {
    guard let position = places.index(forKey: id) else { return nil }
    let line = Self.change(&places.values[position], &long, change)
    if line.isEmpty {
      places.remove(at: position)
    }
    return line
  }

  /// Gives a name a line of one that runs alone, and returns the line that it had.
  mutating func replace(_ id: EffectID, with index: Int) -> RunLine? {
    places.updateValue(Place(only: index), forKey: id).map { take($0) }
  }

  /// Takes out the line of a name.
  mutating func remove(_ id: EffectID) -> RunLine? {
    places.removeValue(forKey: id).map { take($0) }
  }

  private mutating func take(_ place: Place) -> RunLine {
    defer { _ = long.keep(RunLine(), from: place) }
    return long.line(at: place)
  }

  @discardableResult
  private static func change(
    _ place: inout Place,
    _ long: inout LongLines,
    _ change: (inout RunLine) -> Void
  ) -> RunLine {
    var line = long.line(at: place)
    change(&line)
    place = long.keep(line, from: place)
    return line
  }
}
