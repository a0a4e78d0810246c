import StoreCore

extension Sequence where Element: Hashable {
  /// Returns the first element that equals one before it.
  ///
  /// - Complexity: O(elements).
  func firstRepeated() -> Element? {
    var seen: Set<Element> = []
    return first { !seen.insert($0).inserted }
  }
}

extension Runtime {
  /// Reports that several elements of a collection have one id, and the consequence.
  func reportDuplicate<Element: Identifiable>(
    _ id: Element.ID,
    of element: Element.Type,
    _ consequence: String,
    at location: CallSite?
  ) {
    report(
      .duplicateElement(id: String(describing: id)),
      """
      Several elements of a collection of '\(Element.self)' have the id '\(id)'.

      \(consequence)

      Give each element a different id.
      """,
      at: location
    )
  }
}
