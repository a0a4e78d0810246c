package import StoreCore

/// The lines of a session's file: records can be written as they come.
package struct SessionWriter {
  /// Grows when a key is renamed, removed or given another meaning.
  package static var format: Int { 1 }
  /// The first line of a file.
  package static var hello: String { JSONText.object(["format": .integer(Int64(format))]).text }

  /// The stores that have a line.
  private var stores: Set<Int> = []

  package init() {}

  /// Returns the line for a record, and before the first one of a store a line for that.
  package mutating func lines(
    for record: Record,
    at time: Duration,
    in known: (StoreIdentity) -> StoreRecord
  ) -> [String] {
    let line = RecordText(record, at: time).json.text
    guard let store = record.store, stores.insert(store.number).inserted else { return [line] }
    return [StoreText(known(store)).json.text, line]
  }
}

extension StoreText {
  package var json: JSONText {
    .object([
      "store": .integer(Int64(store)), "name": name.map { .string($0) }, "engine": engine.map { .string($0) },
      "state": state.map { .string($0) }, "isObject": isObject.map { .bool($0) },
      "actions": actions.map { .string($0) },
    ])
  }
}

extension RecordText {
  package var json: JSONText {
    func cut(_ text: String?) -> JSONText? { text.map { .string(ValueText.cut($0).text) } }
    return .object([
      "number": .number(number),
      "at": .integer(at),
      "store": store.map { .integer(Int64($0)) },
      "kind": .string(kind.rawValue),
      "text": cut(text),
      "action": action.map { .number($0) },
      "effect": effect.map { .number($0) },
      "id": cut(id),
      "name": cut(name),
      "isStream": isStream.map { .bool($0) },
      "cause": cause?.json,
      "sentAt": cut(sentAt),
      "outcome": outcome.map { .string($0.rawValue) },
      "ender": ender?.json,
      "detail": cut(detail),
    ])
  }
}

extension RecordText.Cause {
  fileprivate var json: JSONText {
    .object([
      "store": .integer(Int64(store)), "action": action.map { .number($0) }, "effect": effect.map { .number($0) },
    ])
  }
}

extension RecordText.Ender {
  fileprivate var json: JSONText {
    .object([
      "way": .string(way), "effect": effect.map { .number($0) }, "cause": cause?.json, "at": at.map { .string($0) },
    ])
  }
}
