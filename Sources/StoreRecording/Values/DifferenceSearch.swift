import StoreCore

/// The search for the smallest parts in which two values differ.
///
/// It looks no further where parts are equal by `==`. Rows of an array with ids of their own are matched by these.
@MainActor
struct DifferenceSearch {
  let slices: MainActorSlices
  /// The number of differences beyond which it looks for no more.
  let limit: Int
  private(set) var found: [PartDifference] = []

  init(slices: MainActorSlices, limit: Int) {
    (self.slices, self.limit) = (slices, limit)
  }

  /// Finds the differences of two parts of the same place; returns whether it has looked at all.
  mutating func find(_ old: Any?, _ new: Any?, path: String, isHidden: Bool) async -> Bool {
    guard found.count <= limit, await slices.next() else { return false }
    guard let old, let new else {
      if old != nil || new != nil { add(old, new, path, isHidden) }
      return true
    }
    // Others are equal if all of their parts are.
    let isKnownDifferent = old is any Equatable || type(of: old) is AnyClass
    if isKnownDifferent, Parts.areEqual(old, new) { return true }
    let count = found.count
    if !isHidden, let isWhole = await findInside(old, new, path: path) {
      // The difference may be in none of the visible parts.
      if isKnownDifferent, isWhole, found.count == count { add(old, new, path, isHidden) }
      return isWhole
    }
    if isKnownDifferent || isHidden || !Parts.areEqual(old, new) { add(old, new, path, isHidden) }
    return true
  }

  /// Finds the differences among the parts of two values; `nil` if they have not the same parts.
  private mutating func findInside(_ old: Any, _ new: Any, path: String) async -> Bool? {
    if type(of: old) == type(of: new), let oldRows = PartList(of: old), let newRows = PartList(of: new),
      oldRows.isCollection, newRows.isCollection
    {
      return await find(rows: oldRows, newRows, path: path)
    }
    guard let old = Parts(of: old), let new = Parts(of: new), old.shape == new.shape else { return nil }
    for name in new.names + old.names.filter({ new.values[$0] == nil }) {
      let isHidden = ValueText.hides(name)
      guard await find(old.values[name], new.values[name], path: path + name, isHidden: isHidden) else { return false }
    }
    return true
  }

  private mutating func find(rows old: PartList, _ new: PartList, path: String) async -> Bool? {
    // Most rows of a large array are as they were: those at both ends are passed over.
    let shared = min(old.count, new.count)
    var first = 0
    while first < shared, Self.areEqual(old[first], new[first]) {
      guard await slices.next() else { return false }
      first += 1
    }
    var last = 0
    while last < shared - first, Self.areEqual(old[old.count - 1 - last], new[new.count - 1 - last]) {
      guard await slices.next() else { return false }
      last += 1
    }
    let oldRange = first..<(old.count - last)
    let newRange = first..<(new.count - last)
    guard let oldNames = await names(of: old, in: oldRange), let newNames = await names(of: new, in: newRange) else {
      // Without ids, rows are matched by their places.
      guard old.count == new.count else { return nil }
      for index in newRange {
        let isWhole = await find(old[index]?.value, new[index]?.value, path: "\(path)[\(index)]", isHidden: false)
        guard isWhole else { return false }
      }
      return true
    }
    let oldPlaces = Dictionary(zip(oldNames, oldRange)) { first, _ in first }
    let newPlaces = Dictionary(zip(newNames, newRange)) { first, _ in first }
    // In another order they are no longer the same list.
    guard oldNames.filter({ newPlaces[$0] != nil }) == newNames.filter({ oldPlaces[$0] != nil }) else { return nil }
    for name in newNames + oldNames.filter({ newPlaces[$0] == nil }) {
      let row = (old: oldPlaces[name].flatMap { old[$0]?.value }, new: newPlaces[name].flatMap { new[$0]?.value })
      guard await find(row.old, row.new, path: path + name, isHidden: false) else { return false }
    }
    return true
  }

  /// The names of rows by their ids; `nil` if some have none, or the same one.
  private func names(of rows: PartList, in range: Range<Int>) async -> [String]? {
    func name<Row: Identifiable>(of row: Row) -> String { "[id: \(String(reflecting: row.id))]" }
    var names: [String] = []
    for index in range {
      // Beyond the limit the search ends before it uses them.
      _ = await slices.next()
      guard let row = rows[index]?.value as? any Identifiable else { return nil }
      names.append(name(of: row))
    }
    return Set(names).count == names.count ? names : nil
  }

  private static func areEqual(_ old: PartList.Part?, _ new: PartList.Part?) -> Bool {
    Parts.areEqual(old?.value, new?.value)
  }

  private mutating func add(_ old: Any?, _ new: Any?, _ path: String, _ isHidden: Bool) {
    let text: Any? = isHidden ? ValueText.hidden : nil
    found.append(PartDifference(path: path, expected: old.map { text ?? $0 }, actual: new.map { text ?? $0 }))
  }
}
