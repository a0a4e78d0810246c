import StoreCore
import StoreRecording

/// The recorder of an inspector, with what is known of each store beside its records, and a way back to it.
final class StoreList: StateObserver {
  /// What is known of a store.
  struct Entry: Sendable {
    let handle: StoreHandle
    var parent: Int?
    var hasEnded = false
    /// Whether the state is an object, and its type; `nil` until it was read.
    var state: (type: String, isObject: Bool)?
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
      change(store) { entry in
        let type = type(of: state)
        entry.state = ("\(type)", type is AnyClass)
        entry.isReplaceable = isReplaceable && !(type is AnyClass)
      }
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
}

extension StoreList.Entry {
  /// The store as the protocol describes it.
  func json(isControlled: Bool) -> JSONText {
    .object([
      "store": .integer(Int64(handle.identity.number)),
      "name": handle.identity.name.map { .string($0) },
      "actions": .string("\(handle.actionType)"),
      "state": state.map { .string($0.type) },
      "isObject": state.map { .bool($0.isObject) },
      "parent": parent.map { .integer(Int64($0)) },
      "hasEnded": hasEnded ? .bool(true) : nil,
      "jumps": .bool(isControlled && isReplaceable && !hasEnded),
      "sends": .bool(isControlled && handle.actionType is any Decodable.Type && !hasEnded),
    ])
  }
}
