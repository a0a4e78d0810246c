/// The records of a session in words, of a recording or from a file, with the places where their causes lead.
package struct SessionText: Sendable {
  /// The places of the records in an effect's life.
  struct Life {
    /// The first record: it was queued, refused or started.
    let launch: Int
    var start: Int?
    var end: Int?
    var drain: Int?
  }

  /// The records, in the order of their numbers.
  package private(set) var records: [RecordText] = []
  /// The stores, in the order in which they were added.
  private(set) var stores: [StoreText] = []
  private(set) var titles: [Int: String] = [:]
  private var actions: [RecordText.Cause: Int] = [:]
  private(set) var lives: [UInt64: Life] = [:]
  /// The effects in the order of their launches.
  private(set) var effects: [UInt64] = []

  package init() {}

  /// The number of records that are missing: numbers begin with 1, and have no gaps.
  package var lost: UInt64 { (records.last?.number ?? 0) - UInt64(records.count) }

  package mutating func add(_ store: StoreText) {
    // Its number differs from one run to the next.
    titles[store.store] = store.name ?? "store \(stores.count + 1)"
    stores.append(store)
  }

  package mutating func add(_ record: RecordText) {
    let place = records.count
    records.append(record)
    if let store = record.store, let action = record.action {
      actions[RecordText.Cause(store: store, action: action)] = place
    }
    guard let effect = record.effect else { return }
    if lives[effect] == nil {
      // Nothing else is known of an effect whose launch is not kept.
      if [.effectDrained, .effectPaused].contains(record.kind) { return }
      effects.append(effect)
    }
    var life = lives[effect] ?? Life(launch: place)
    switch record.kind {
    case .effectStarted: life.start = place
    case .effectRefused, .effectEnded: life.end = place
    case .effectDrained: life.drain = place
    default: break
    }
    lives[effect] = life
  }

  /// The place of the action, or of the launch of the effect, that a record came from; `nil` if that is lost.
  func place(of cause: RecordText.Cause?) -> Int? {
    guard let cause else { return nil }
    if let effect = cause.effect { return lives[effect]?.launch }
    return actions[cause]
  }

  // MARK: Words

  /// The title of a store, if there are several.
  func title(of store: Int?) -> String? {
    guard let store, stores.count > 1 else { return nil }
    return titles[store]
  }

  /// Returns a line: the time, the store if there are several, and what happened.
  func line(_ words: String, at time: String? = nil, of record: RecordText, depth: Int = 0) -> String {
    let time = time ?? Self.time(of: record)
    let store = title(of: record.store).map { "[\($0)] " } ?? ""
    let indentation = String(repeating: "  ", count: depth + 1)
    return String(repeating: " ", count: max(0, 8 - time.count)) + time + indentation + store + words
  }

  static func time(of record: RecordText) -> String { TimeText.milliseconds(.microseconds(record.at)) }

  /// Returns what happened; `nil` for a state.
  func words(for record: RecordText) -> String? {
    let text = record.text ?? ""
    return switch record.kind {
    case .state: nil
    case .note: text
    case .actionHandled: "handled \(text)\(origin(of: record, "sent by"))"
    case .actionDropped: "dropped \(text)\(origin(of: record, "sent by"))"
    case .actionVetoed: "vetoed \(text) by \(record.detail ?? "middleware")\(origin(of: record, "sent by"))"
    case .stateChanged: "the state was changed from outside"
    case .effectQueued: "\(name(of: record)) waits for its turn\(origin(of: record, "launched by"))"
    case .effectRefused:
      "\(name(of: record)) was refused, as \(record.detail ?? "")\(origin(of: record, "launched by"))"
    case .effectStarted: "\(name(of: record)) started\(origin(of: record, "launched by"))"
    case .effectEnded: "\(name(of: record)) \(outcome(of: record))\(ender(of: record))"
    case .effectDrained: "\(name(of: record)) has drained"
    case .effectPaused: "\(name(of: record)) \(record.detail ?? "")"
    case .handlerSuspended: "suspended in \(text)\(origin(of: record, "sent by"))"
    case .storeStopped: "the store was stopped\(origin(of: record, "by"))"
    case .storeStarted: "the store was started again\(origin(of: record, "by"))"
    case .storeEnded: "the store has ended\(origin(of: record, "by"))"
    case .storeAdopted: "the store became a child of \(record.text ?? "another store")"
    case .errorUncaught: "uncaught error \(text)\(origin(of: record, "thrown by"))"
    case .issueFound: "issue: \(text.prefix { $0 != "\n" })"
    }
  }

  /// Returns how an effect ended, as the end of a sentence.
  func outcome(of end: RecordText) -> String {
    switch end.outcome {
    case .finished, nil: "finished"
    case .failed: "failed with \(end.detail ?? "an error")"
    case .cancelled: "was cancelled"
    case .replaced: "was replaced"
    case .refused: "was refused, as \(end.detail ?? "")"
    }
  }

  /// Returns what has ended an effect; nothing if it came to its end.
  private func ender(of end: RecordText) -> String {
    guard let ender = end.ender else { return "" }
    // The line of a newer effect follows, with its cause.
    let cause = ender.effect == nil ? ender.cause : nil
    return " \(ender.way)" + (cause.map { ", because of \(subject(of: $0, seenFrom: end.store))" } ?? "")
  }

  private func origin(of record: RecordText, _ verb: String) -> String {
    record.cause.map { ", \(verb) \(subject(of: $0, seenFrom: record.store))" } ?? ""
  }

  /// Returns the words for an action or an effect, within a sentence about something in a store.
  private func subject(of cause: RecordText.Cause, seenFrom store: Int?) -> String {
    let origin = place(of: cause).map { records[$0] }
    let words = cause.effect != nil ? origin.map { name(of: $0) } ?? "an effect" : origin?.text ?? "an action"
    return words + suffix(of: cause, seenFrom: store)
  }

  /// Returns the store of a cause, if it is another one.
  func suffix(of cause: RecordText.Cause, seenFrom store: Int?) -> String {
    cause.store == store ? "" : " of \(titles[cause.store] ?? "another store")"
  }

  private func name(of effect: RecordText) -> String { "effect \(effect.id ?? effect.name ?? "without a name")" }
}

/// Times as views and reports show them.
package enum TimeText {
  /// Returns milliseconds, with up to three digits after the point as needed.
  package static func milliseconds(_ time: Duration) -> String {
    let microseconds = time.attoseconds / 1_000_000_000_000
    let (milliseconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000)
    guard rest != 0 else { return "\(milliseconds)ms" }
    let digits = String(rest.magnitude)
    var fraction = String(repeating: "0", count: 3 - digits.count) + digits
    while fraction.last == "0" { fraction.removeLast() }
    return "\(milliseconds).\(fraction)ms"
  }
}

extension Duration {
  /// The time in whole microseconds; those beyond the range are its end.
  package var microseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000_000) }
}
