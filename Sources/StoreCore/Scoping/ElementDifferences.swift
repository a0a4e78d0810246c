/// The differences between two values of a collection, by the ids of its elements.
@usableFromInline
struct ElementDifferences<Elements: RandomAccessCollection> where Elements.Element: Identifiable {
  /// Finds the differences, compiled for the type of the elements where that is known.
  @usableFromInline typealias Finder = @MainActor (_ old: Elements, _ new: Elements) -> ElementDifferences

  /// The elements that are in both, and are not equal.
  @usableFromInline var changed: [(old: Elements.Index, new: Elements.Index)] = []
  /// Those of the older value that the newer one lacks.
  @usableFromInline var departed: [Elements.Index] = []
  /// Whether the ids or their order differ.
  @usableFromInline var isReordered = false

  /// Compares two values.
  ///
  /// - Complexity: O(elements). From the first place on where the ids differ they are hashed.
  @MainActor
  @inlinable
  init(
    from old: Elements,
    to new: Elements,
    _ areEqual: @MainActor (Elements.Element, Elements.Element) -> Bool
  ) {
    var (index, newIndex) = (old.startIndex, new.startIndex)
    while index != old.endIndex, newIndex != new.endIndex {
      let (element, newElement) = (old[index], new[newIndex])
      guard element.id == newElement.id else { break }
      if !areEqual(element, newElement) { changed.append((index, newIndex)) }
      old.formIndex(after: &index)
      new.formIndex(after: &newIndex)
    }
    guard index != old.endIndex || newIndex != new.endIndex else { return }
    isReordered = true
    var places: [Elements.Element.ID: Elements.Index] = [:]
    while newIndex != new.endIndex {
      // The first of an id counts.
      places[new[newIndex].id] = places[new[newIndex].id] ?? newIndex
      new.formIndex(after: &newIndex)
    }
    while index != old.endIndex {
      let element = old[index]
      if let place = places[element.id] {
        if !areEqual(element, new[place]) { changed.append((index, place)) }
      } else {
        departed.append(index)
      }
      old.formIndex(after: &index)
    }
  }
}
