extension FinalState {
  /// The value of a row; nil without such a row.
  func value(of label: String) -> String? { rows.value(of: label) }

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
