extension FinalState {
  /// Several values of the same kind.
  package struct List: Equatable, Sendable {
    /// The name of the list, such as `Hits`.
    package var title: String

    /// What a heading says beside the title, such as `the first 10 of 12`.
    package var note: String

    /// The name of one item, such as `Hit`.
    package var item: String

    /// The items, one line each.
    package var items: [String]

    /// Creates a list.
    package init(_ title: String, note: String, item: String, items: [String]) {
      self.title = title
      self.note = note
      self.item = item
      self.items = items
    }
  }
}
