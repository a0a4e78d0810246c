import StoreCore

/// The words for the records of a recording.
struct RecordWords {
  private let recording: Recording
  private let causes: Causes
  /// The titles of stores, if there are several: by their order, as their numbers differ from one run to the next.
  private let stores: [StoreIdentity: String]

  init(_ recording: Recording, _ causes: Causes) {
    self.recording = recording
    self.causes = causes
    let stores = recording.stores.map(\.identity)
    let titles = stores.enumerated().map { ($1, $1.name ?? "store \($0 + 1)") }
    self.stores = stores.count > 1 ? Dictionary(titles) { first, _ in first } : [:]
  }

  /// Returns the line for a record: its time, its store if there are several, and what happened.
  func line(for record: Record, depth: Int = 0) -> String? {
    guard let words = words(for: record) else { return nil }
    let time = TimeText.milliseconds(recording.time(of: record))
    let store = record.store.flatMap { stores[$0] }.map { "[\($0)] " } ?? ""
    let indentation = String(repeating: "  ", count: depth + 1)
    return String(repeating: " ", count: max(0, 8 - time.count)) + time + indentation + store + words
  }

  /// Returns what happened; `nil` for a state.
  func words(for record: Record) -> String? {
    switch record.content {
    case .event(let event): words(for: event)
    case .state: nil
    case .note(let text): text
    }
  }

  private func words(for event: RuntimeEvent) -> String {
    switch event.kind {
    case .actionHandled(let action, _): "handled \(action)\(origin(of: event, "sent by"))"
    case .actionDropped(let action): "dropped \(action)\(origin(of: event, "sent by"))"
    case .actionVetoed(let action, _, let veto):
      "vetoed \(action) by \(veto.middleware), \(veto.error)\(origin(of: event, "sent by"))"
    case .stateChanged: "the state was changed from outside"
    case .effectQueued(let info): "\(name(of: info)) waits for its turn\(origin(of: event, "launched by"))"
    case .effectRefused(let info, let reason):
      "\(name(of: info)) was refused, \(reason)\(origin(of: event, "launched by"))"
    case .effectStarted(let info): "\(name(of: info)) started\(origin(of: event, "launched by"))"
    case .effectEnded(let info, let outcome): "\(name(of: info)) ended, \(outcome)"
    case .effectDrained(let info): "\(name(of: info)) has drained"
    case .errorUncaught(let error): "uncaught error \(error.error)\(origin(of: event, "thrown by"))"
    case .issueFound(let issue): "issue: \(issue.message.prefix { $0 != "\n" })"
    }
  }

  private func origin(of event: RuntimeEvent, _ verb: String) -> String {
    switch event.cause {
    case nil: return ""
    case .action:
      let action = causes.origin(of: event).flatMap { recording.records[$0].event?.kind.action }
      return ", \(verb) \(action.map { "\($0)" } ?? "an action")"
    case .effect(let token): return ", \(verb) \(causes.lives[token].map { name(of: $0.info) } ?? "an effect")"
    }
  }

  private func name(of info: EffectInfo) -> String {
    "effect \(info.id.map { "\($0)" } ?? info.name ?? "without a name")"
  }
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
