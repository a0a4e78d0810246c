extension ActionMark {
  /// The mark as a part of a report's document.
  var json: JSONValue {
    .object([
      ("number", .integer(number)),
      ("at", .milliseconds(time)),
      ("lastAt", .milliseconds(lastTime)),
      ("count", .integer(count)),
      ("text", .string(text)),
      ("source", .string(source.rawValue)),
      ("cause", .optional(cause) { $0.json }),
      ("dropped", .bool(isDropped)),
    ])
  }
}

extension EffectSpan {
  /// The span as a part of a report's document.
  var json: JSONValue {
    .object([
      ("number", .integer(number)),
      ("id", .optional(id) { .string($0) }),
      ("name", .optional(name) { .string($0) }),
      ("stream", .bool(isStream)),
      ("cause", .optional(cause) { $0.json }),
      ("launched", .milliseconds(launched)),
      ("started", .optional(started) { .milliseconds($0) }),
      ("ended", .optional(ended) { .milliseconds($0) }),
      ("outcome", .string(outcome.rawValue)),
      ("detail", .optional(detail) { .string($0) }),
      ("drained", .optional(drained) { .milliseconds($0) }),
    ])
  }
}

extension ScreenMark {
  /// The mark as a part of a report's document.
  var json: JSONValue {
    .object([("at", .milliseconds(time)), ("rows", .array(rows.map(\.json)))])
  }
}

extension TimelineCause {
  /// The cause as a part of a report's document: its kind and its number, such as `action 3`.
  var json: JSONValue {
    switch self {
    case .action(let number): .string("action \(number)")
    case .effect(let number): .string("effect \(number)")
    }
  }
}
