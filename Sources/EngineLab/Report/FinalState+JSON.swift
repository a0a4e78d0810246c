extension FinalState {
  /// The state as a part of a report's document.
  var json: JSONValue {
    .object([("rows", .array(rows.map(\.json))), ("lists", .array(lists.map(\.json)))])
  }
}

extension FinalState.Row {
  /// The row as a part of a report's document.
  var json: JSONValue {
    .object([("label", .string(label)), ("value", .string(value))])
  }
}

extension FinalState.List {
  /// The list as a part of a report's document.
  var json: JSONValue {
    .object([
      ("title", .string(title)),
      ("note", .string(note)),
      ("item", .string(item)),
      ("items", .array(items.map { .string($0) })),
    ])
  }
}
