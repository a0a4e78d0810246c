extension LabReport {
  /// The version of the document's keys; it grows when one is renamed, removed or given another meaning.
  package static let format = 1

  /// The report as a document for machines; `Scenarios/README.md` tells of its keys.
  ///
  /// - Parameter path: Where the page with the same report is; nil if there is none.
  /// - Returns: The document, whose keys always come in the same order.
  package func json(page path: String? = nil) -> JSONValue {
    .object([
      ("format", .integer(Self.format)),
      ("title", .string(title)),
      ("setting", .string(setting)),
      ("time", .string(time.rawValue)),
      ("agreement", .string(agreement.name)),
      ("differences", .array(agreement.differences.map { .string($0) })),
      ("firstDifference", .optional(divergence) { $0.json }),
      ("engines", .array(runs.map { $0.json(peers: peers(of: $0)) })),
      ("report", .optional(path) { .string($0) }),
    ])
  }
}

extension Divergence {
  fileprivate var json: JSONValue {
    .object([
      ("at", .milliseconds(time)),
      ("subject", .string(subject)),
      ("values", .array(values.map { .object([("engine", .string($0.engine)), ("text", .string($0.text))]) })),
    ])
  }
}

extension RunReport {
  fileprivate func json(peers: [String]) -> JSONValue {
    .object([
      ("name", .string(engine)),
      ("agreesWith", .array(peers.map { .string($0) })),
      ("totals", totals.json),
      ("cost", cost.json),
      ("events", .array(events.map { .object([("at", .milliseconds($0.time)), ("text", .string($0.text))]) })),
      ("actions", .array(timeline.actions.map(\.json))),
      ("effects", .array(timeline.effects.map(\.json))),
      ("screens", .array(timeline.screens.map(\.json))),
      ("finalState", finalState.json),
    ])
  }
}

extension RunTotals {
  fileprivate var json: JSONValue {
    .object([
      ("actions", .integer(actions)),
      ("started", .integer(started)),
      ("ended", .integer(ended)),
      ("finished", .integer(finished)),
      ("failed", .integer(failed)),
      ("cancelled", .integer(cancelled)),
      ("dropped", .integer(dropped)),
      ("mostWaiting", .optional(mostWaiting) { .integer($0) }),
    ])
  }
}

extension RunCost {
  fileprivate var json: JSONValue {
    .object([("jobs", .optional(jobs) { .integer($0) }), ("time", .optional(time) { .milliseconds($0) })])
  }
}
