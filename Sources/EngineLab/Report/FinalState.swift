/// The view of a user at the end of a scenario, in a form that reports can show and compare.
struct FinalState: Equatable, Encodable, Sendable {
  /// A value with its name.
  struct Row: Equatable, Encodable, Sendable {
    /// The name, such as `Hits`.
    var label: String
    /// The value as text, on one line.
    var value: String

    init(_ label: String, _ value: String) {
      self.label = label
      self.value = value
    }
  }

  /// Several values of the same kind.
  struct List: Equatable, Encodable, Sendable {
    /// The name of the list, such as `Hits`.
    var title: String
    /// What a heading says beside the title, such as `the first 10 of 12`.
    var note: String
    /// The name of one item, such as `Hit`.
    var item: String
    /// The items, one line each.
    var items: [String]

    init(_ title: String, note: String, item: String, items: [String]) {
      self.title = title
      self.note = note
      self.item = item
      self.items = items
    }
  }

  /// The single values, in the order in which reports show them.
  var rows: [Row] = []
  /// The lists; an empty one is not shown.
  var lists: [List] = []

  /// The rows, and the items of the lists each as a row, without the lists' headings.
  var values: [Row] {
    rows + lists.flatMap { list in list.items.enumerated().map { Row("\(list.item) \($0 + 1)", $1) } }
  }

  /// The items of a list; none without such a list.
  func items(of item: String) -> [String] {
    lists.first { $0.item == item }?.items ?? []
  }
}

extension [FinalState.Row] {
  /// The value of a row; nil without such a row.
  func value(of label: String) -> String? {
    first { $0.label == label }?.value
  }
}
