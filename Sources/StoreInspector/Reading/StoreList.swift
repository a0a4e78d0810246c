import StoreCore
import StoreRecording

/// The recorder of an inspector, with what else is known of each store, and a way back to it.
final class StoreList: StateObserver {
  /// What is known of a store.
  struct Entry: Sendable {
    let handle: StoreHandle
    var parent: Int?
    var hasEnded = false
    /// Whether the state can be replaced by an earlier one.
    var isReplaceable = false
    /// The action whose handler suspended last.
    var suspendedAction: UInt64?
  }

  /// The number of ended stores that are kept.
  private static let endedLimit = 1_000

  let recorder: Recorder
  private let entries = Locked<(byNumber: [Int: Entry], ended: [Int])>(([:], []))

  let needsTime = true
  var needsStates: Bool { recorder.needsStates }

  init(_ recorder: Recorder) { self.recorder = recorder }

  // MARK: Observing

  func begin(_ store: StoreHandle) {
    entries.withLock { $0.byNumber[store.identity.number] = Entry(handle: store) }
    recorder.begin(store)
  }

  func receive(_ event: RuntimeEvent) {
    recorder.receive(event)
    switch event.kind {
    case .handlerSuspended(_, let action): change(event.store) { $0.suspendedAction = action.rawValue }
    case .storeAdopted(let parent): change(event.store) { $0.parent = parent.number }
    case .storeEnded: end(event.store)
    default: break
    }
  }

  func stateReader(for store: StoreIdentity) -> @MainActor (StateReading) -> Void {
    let read = recorder.stateReader(for: store)
    var isKnown = false
    return { [self] reading in
      read(reading)
      guard !isKnown, let state = reading.state else { return }
      isKnown = true
      let isReplaceable = entry(store.number)?.handle.hasReplaceableState ?? false
      change(store) { $0.isReplaceable = isReplaceable && !(type(of: state) is AnyClass) }
    }
  }

  private func change(_ store: StoreIdentity, _ body: (inout Entry) -> Void) {
    entries.withLock { entries in
      guard var entry = entries.byNumber[store.number] else { return }
      body(&entry)
      entries.byNumber[store.number] = entry
    }
  }

  private func end(_ store: StoreIdentity) {
    entries.withLock { entries in
      guard entries.byNumber[store.number]?.hasEnded == false else { return }
      entries.byNumber[store.number]?.hasEnded = true
      entries.ended.append(store.number)
      if entries.ended.count > Self.endedLimit { entries.byNumber[entries.ended.removeFirst()] = nil }
    }
  }

  // MARK: Reading

  /// All stores, in the order in which they were made.
  var all: [Entry] {
    entries.withLock { $0.byNumber.values.sorted { $0.handle.identity.number < $1.handle.identity.number } }
  }

  func entry(_ number: Int) -> Entry? { entries.withLock { $0.byNumber[number] } }

  /// A store as the protocol describes it: the members of a session's line, and what can be done with it now.
  func json(of entry: Entry, isControlled: Bool) -> JSONText {
    let text = StoreText(recorder.record(of: entry.handle.identity))
    return .object([
      "store": .integer(Int64(text.store)),
      "name": text.name.map { .string($0) },
      "engine": text.engine.map { .string($0) },
      "state": text.state.map { .string($0) },
      "isObject": text.isObject.map { .bool($0) },
      "actions": text.actions.map { .string($0) },
      "parent": entry.parent.map { .integer(Int64($0)) },
      "hasEnded": entry.hasEnded ? .bool(true) : nil,
      "jumps": .bool(isControlled && entry.isReplaceable && !entry.hasEnded),
      "sends": .bool(isControlled && entry.handle.actionType is any Decodable.Type && !entry.hasEnded),
    ])
  }
}
