public import StoreCore

/// The differences between two values of a collection, by the ids of its elements.
@usableFromInline
struct ElementDifferences<Elements: RandomAccessCollection> where Elements.Element: Identifiable {
  /// The elements that are in both and are not the same.
  @usableFromInline var changed: [(old: Elements.Index, new: Elements.Index)] = []
  /// The elements of the older value that the newer one lacks.
  @usableFromInline var departed: [Elements.Index] = []
  /// The part of the newer value that may have elements which the older one lacks.
  @usableFromInline var arrived: Range<Elements.Index>
  /// Whether the ids or their order differ.
  @usableFromInline var isReordered = false

  /// Compares two values.
  ///
  /// - Complexity: O(elements). Ids are compared with those of the same place, counted from either end, and hashed if more
  ///   than a few elements are between.
  @MainActor
  @inlinable
  init(
    from old: Elements,
    to new: Elements,
    _ areSame: @MainActor (Elements.Element, Elements.Element) -> Bool
  ) {
    var (index, newIndex) = (old.startIndex, new.startIndex)
    arrived = newIndex..<newIndex
    while index != old.endIndex, newIndex != new.endIndex {
      let (element, newElement) = (old[index], new[newIndex])
      guard element.id == newElement.id else { break }
      if !areSame(element, newElement) { changed.append((index, newIndex)) }
      old.formIndex(after: &index)
      new.formIndex(after: &newIndex)
    }
    guard index != old.endIndex || newIndex != new.endIndex else { return }
    isReordered = true
    let start = index
    var (end, newEnd) = (old.endIndex, new.endIndex)
    while end != index, newEnd != newIndex {
      let (last, newLast) = (old.index(before: end), new.index(before: newEnd))
      guard old[last].id == new[newLast].id else { break }
      (end, newEnd) = (last, newLast)
    }
    if Self.have(old[end...], idsOf: old[index..<end], new[newIndex..<newEnd]) {
      // Of several elements with one id the first counts, which may have been, or be now, before those at the end.
      (end, newEnd) = (old.endIndex, new.endIndex)
    }
    arrived = newIndex..<newEnd
    var (last, newLast) = (end, newEnd)
    while last != old.endIndex {
      if !areSame(old[last], new[newLast]) { changed.append((last, newLast)) }
      old.formIndex(after: &last)
      new.formIndex(after: &newLast)
    }
    var places: [Elements.Element.ID: Elements.Index] = [:]
    while newIndex != newEnd {
      places[new[newIndex].id] = places[new[newIndex].id] ?? newIndex
      new.formIndex(after: &newIndex)
    }
    while index != end {
      let element = old[index]
      if let place = places[element.id] {
        if !areSame(element, new[place]) { changed.append((index, place)) }
      } else {
        departed.append(index)
      }
      old.formIndex(after: &index)
    }
    dropKept(from: old, before: start)
  }

  /// Returns whether elements have ids that some others have.
  @usableFromInline
  static func have(
    _ elements: Elements.SubSequence,
    idsOf others: Elements.SubSequence,
    _ more: Elements.SubSequence
  ) -> Bool {
    // To compare a few ids costs less than to hash all.
    if others.count + more.count <= 4 {
      let ids = others.map(\.id) + more.map(\.id)
      return elements.contains { ids.contains($0.id) }
    }
    let ids = Set(others.lazy.map(\.id)).union(more.lazy.map(\.id))
    return elements.contains { ids.contains($0.id) }
  }

  /// Drops the departed elements whose id one before the first difference has, which counts.
  @usableFromInline
  mutating func dropKept(from old: Elements, before start: Elements.Index) {
    guard departed.count > 4 else {
      return departed.removeAll { index in
        let id = old[index].id
        return old[..<start].contains { $0.id == id }
      }
    }
    let ids = Set(old[..<start].lazy.map(\.id))
    departed.removeAll { ids.contains(old[$0].id) }
  }
}

/// The rule for what counts as a change of a collection's elements.
@MainActor
@usableFromInline
struct ElementComparison<Elements: RandomAccessCollection> where Elements.Element: Identifiable {
  @usableFromInline typealias Differences =
    @MainActor (_ old: Elements, _ new: Elements, PartComparison<Elements.Element>) -> ElementDifferences<Elements>

  let elements: SliceComparison<Elements.Element>
  let differences: Differences
  /// Whether all readers share the slices of the elements, as they compare them by `==`.
  let isShared: Bool

  /// Creates a comparison by `==`, which is specialised where the types are known.
  @inlinable
  init() where Elements.Element: Equatable {
    self.init { old, new, comparison in ElementDifferences(from: old, to: new) { comparison.areSame($0, $1) } }
  }

  @usableFromInline
  init(_ differences: @escaping Differences) where Elements.Element: Equatable {
    elements = SliceComparison()
    self.differences = differences
    isShared = true
  }

  /// Creates the comparison of a part that is the only element.
  init<Value>(_ comparison: SliceComparison<Value>) where Elements == PartElements<Value> {
    let areSame = comparison.areSame
    let ofElements = SliceComparison<IdentifiedPart<Value>>(isCustom: comparison.isCustom) {
      areSame($0.value, $1.value)
    }
    elements = ofElements
    differences = { old, new, _ in
      ElementDifferences(from: old, to: new) { !ofElements.isCustom && ofElements.areSame($0, $1) }
    }
    isShared = false
  }

  /// Creates a comparison of the user's.
  init(by areEqual: @escaping @MainActor (Elements.Element, Elements.Element) -> Bool) {
    elements = SliceComparison(by: areEqual)
    // Each element is looked at: parts of those that are the same to the comparison may differ.
    differences = { old, new, _ in ElementDifferences(from: old, to: new) { _, _ in false } }
    isShared = false
  }
}

/// The elements of one collection in a state, each with its own slice.
///
/// One comparison of the collection finds their changes; its cost does not depend on the number of observed elements.
@MainActor
@usableFromInline
final class ElementSlices<Whole, Elements: RandomAccessCollection> where Elements.Element: Identifiable {
  typealias Element = Elements.Element

  private unowned let whole: any SliceWhole<Whole>
  private let find: @MainActor (Whole) -> Elements
  private let comparison: ElementComparison<Elements>
  private let elementComparison = PartComparison<Element>()
  private var slices: [Element.ID: ElementSlice<Elements>] = [:]
  /// The absent elements that were asked for.
  private var absentees: [Element.ID: AbsentElement] = [:]
  /// The number of absent elements at which those without observers are forgotten.
  private var absenteeLimit = 32
  private var order: ObservationPort?
  private var orderSubscribers: StoreSubscribers<Elements>?
  private var remembered: Elements?
  var isListed = false
  private var hasToTell = false
  #if DEBUG
  /// An id that several elements had at the last check.
  private var toldDuplicateID: Element.ID?
  #endif

  /// Creates the slices of a collection, without making one yet.
  init(
    of whole: any SliceWhole<Whole>,
    _ comparison: ElementComparison<Elements>,
    find: @escaping @MainActor (Whole) -> Elements
  ) {
    self.whole = whole
    self.find = find
    self.comparison = comparison
  }

  // MARK: Reading

  /// Returns the current collection, and registers for the order of its ids in an observation.
  func observedOrder() -> Elements? {
    let port = order ?? ObservationPort(of: self)
    order = port
    port.access()
    if port.isObserved { list() }
    return current
  }

  #if DEBUG
  /// Returns an id that several elements have, if it differs from the last one.
  func newDuplicateID(in elements: Elements) -> Element.ID? {
    let id = elements.lazy.map(\.id).firstRepeated()
    defer { toldDuplicateID = id }
    return id == toldDuplicateID ? nil : id
  }
  #endif

  /// Calls `receive` with the collection whenever its ids or their order change.
  func subscribe(toOrder receive: @escaping @MainActor (Elements) -> Void) -> StoreSubscription {
    let subscribers = orderSubscribers ?? StoreSubscribers()
    orderSubscribers = subscribers
    list()
    return subscribers.add(receive)
  }

  /// Returns the slice of a present element; registers for its presence in an observation.
  func observedSlice(of id: Element.ID) -> ElementSlice<Elements>? {
    guard let present = slices[id] ?? find(id) else {
      absentee(id).port.access()
      list()
      return nil
    }
    _ = present.observedDeparture()
    return present
  }

  private func absentee(_ id: Element.ID) -> AbsentElement {
    if let absentee = absentees[id] { return absentee }
    if absentees.count >= absenteeLimit {
      absentees = absentees.filter { $0.value.port.isObserved }
      absenteeLimit = 32 + 2 * absentees.count
    }
    let absentee = AbsentElement()
    absentees[id] = absentee
    return absentee
  }

  private func find(_ id: Element.ID) -> ElementSlice<Elements>? {
    var place = 0
    guard let elements = current, elements.element(withID: id, near: &place) != nil else { return nil }
    return slice(of: id, at: place, in: elements)
  }

  /// Returns the slice of an element of the current collection, `place` elements from the beginning.
  func slice(of id: Element.ID, at place: Int, in elements: Elements) -> ElementSlice<Elements> {
    if let slice = slices[id] {
      // It may have moved: then its place is updated. Of several elements with one id it is the first.
      let last = slice.place.offset
      if place < last || place > last && elements.id(at: last) != id { slice.place.offset = place }
      return slice
    }
    let slice = ElementSlice(id, at: place, of: self, comparison.elements)
    slices[id] = slice
    return slice
  }

  private func list() {
    guard !isListed else { return }
    isListed = true
    whole.list(self)
  }

  // MARK: Changing

  private func settle(_ old: Elements, _ new: Elements, _ changes: inout SliceChanges) {
    guard !haveEqualBits(old, new) else { return }
    let found = comparison.differences(old, new, elementComparison)
    if found.isReordered {
      hasToTell = true
      changes.slices.append(self)
      settleAbsentees(new[found.arrived], &changes)
    }
    for pair in found.changed {
      let former = old[pair.old]
      slices[former.id]?.change(from: former, to: new[pair.new], &changes)
    }
    for index in found.departed {
      let last = old[index]
      slices.removeValue(forKey: last.id)?.depart(with: last, &changes)
    }
  }

  /// Notifies the readers of elements that were absent and have appeared.
  private func settleAbsentees(_ new: Elements.SubSequence, _ changes: inout SliceChanges) {
    guard !absentees.isEmpty else { return }
    for element in new {
      if let absentee = absentees.removeValue(forKey: element.id) { changes.slices.append(absentee) }
    }
  }
}

extension ElementSlices: SliceWhole {
  var current: Elements? { whole.current.map { find($0) } }
  var canDepart: Bool { whole.canDepart }

  // A slice that was made is on the list until it is not needed any more.
  func list(_ part: any SlicePart<Elements>) { list() }
}

extension ElementSlices: SlicePart {
  // Its elements' stores keep it listed.
  var isHeld: Bool { false }

  /// - Complexity: O(1), over all calls: slices that are not needed any more are forgotten.
  var isNeeded: Bool {
    if order?.isObserved == true || orderSubscribers?.isEmpty == false { return true }
    while let (id, slice) = slices.first {
      guard !slice.isNeeded else { return true }
      slices[id] = nil
    }
    while let (id, absentee) = absentees.first {
      guard !absentee.port.isObserved else { return true }
      absentees[id] = nil
    }
    return false
  }

  // It departs with its whole, which reports that.
  var hasDeparted: Bool { whole.hasDeparted }

  func remember(in whole: Whole) {
    remembered = find(whole)
  }

  func settle(in whole: Whole?, _ changes: inout SliceChanges) {
    guard let old = remembered.take() else { return }
    if let whole { return settle(old, find(whole), &changes) }
    for element in old { slices.removeValue(forKey: element.id)?.depart(with: element, &changes) }
  }
}

extension ElementSlices: ChangedSlice {
  func tell() {
    guard hasToTell else { return }
    hasToTell = false
    order?.willChange()
    order?.didChange()
    if let orderSubscribers, let current { orderSubscribers.deliver(current) }
  }
}

/// An element that is not in the collection, and the readers that wait for it.
@MainActor
private final class AbsentElement: ChangedSlice {
  private(set) lazy var port = ObservationPort(of: self)

  func tell() {
    port.willChange()
    port.didChange()
  }
}

/// The slice of an element of a collection, which is found by its id.
final class ElementSlice<Elements: RandomAccessCollection>: PartSlice<Elements, Elements.Element>
where Elements.Element: Identifiable {
  /// The element's last known place, at or near which it nearly always is.
  final class Place {
    var offset: Int

    init(_ offset: Int) { self.offset = offset }
  }

  let id: Elements.Element.ID
  let place: Place

  init(
    _ id: Elements.Element.ID,
    at offset: Int,
    of elements: any SliceWhole<Elements>,
    _ comparison: SliceComparison<Elements.Element>
  ) {
    self.id = id
    let place = Place(offset)
    self.place = place
    super.init(of: elements, mayDepart: true, comparison: comparison) { $0.element(withID: id, near: &place.offset) }
  }

  override func elementID<ID>(as type: ID.Type) -> ID? { id as? ID }
}

extension RandomAccessCollection where Element: Identifiable {
  /// Returns the id of the element that is `place` elements from the beginning; `nil` if there are fewer.
  func id(at place: Int) -> Element.ID? {
    place < count ? self[index(startIndex, offsetBy: place)].id : nil
  }

  /// Returns the element with an id, which was last found `place` elements from the beginning.
  ///
  /// - Complexity: O(the distance to that place).
  func element(withID id: Element.ID, near place: inout Int) -> Element? {
    let count = count
    var below = Swift.min(place, count - 1)
    var above = below + 1
    while below >= 0 || above < count {
      if below >= 0 {
        let element = self[index(startIndex, offsetBy: below)]
        guard element.id != id else {
          place = below
          return element
        }
        below -= 1
      }
      if above < count {
        let element = self[index(startIndex, offsetBy: above)]
        guard element.id != id else {
          place = above
          return element
        }
        above += 1
      }
    }
    return nil
  }
}
