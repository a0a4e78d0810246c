import Dispatch
import StoreCore

/// The order of all saves and loads of one id of one storage in this process.
///
/// The same object serves all that use it: it exists while a saver or a loaded value does.
package final class SaveLane: Sendable {
  private struct Key: Hashable {
    let storage: String
    let id: String
  }

  private struct Entry {
    weak var lane: SaveLane?
  }

  private static let lanes = Locked<[Key: Entry]>([:])

  let storage: any SavedStorage
  private let key: Key
  /// The queue for calls that may block; `nil` for an instant storage.
  private let queue: DispatchQueue?
  private let state = Locked(State())

  private struct State {
    /// Whether a saver of a living store has it.
    var isClaimed = false
    /// The last saves of stores that have ended, to be made on the main actor.
    var finalSaves: [@MainActor @Sendable () -> Void] = []
  }

  package static func lane(of id: String, in storage: some SavedStorage) -> SaveLane {
    let key = Key(storage: storage.identity, id: id)
    return lanes.withLock { lanes in
      if let lane = lanes[key]?.lane { return lane }
      let lane = SaveLane(storage, key)
      lanes[key] = Entry(lane: lane)
      return lane
    }
  }

  private init(_ storage: some SavedStorage, _ key: Key) {
    self.storage = storage
    self.key = key
    queue = storage.isInstant ? nil : DispatchQueue(label: "StorePersistence \(key.id)")
  }

  deinit {
    let other = Self.lanes.withLock { lanes in
      let other = lanes[key]?.lane
      if other == nil { lanes[key] = nil }
      return other
    }
    // One that is in its place by now is not released under the lock, which its own end takes.
    withExtendedLifetime(other) {}
  }

  var id: String { key.id }
  var isInstant: Bool { queue == nil }

  // MARK: Work

  /// Does work behind all that was given before; at once for an instant storage.
  package func perform(_ body: @escaping @Sendable () -> Void) {
    if let queue { queue.async(execute: body) } else { body() }
  }

  /// Does work behind all that was given before, and waits for it.
  package func performAndWait<Result: Sendable>(_ body: @Sendable () -> Result) -> Result {
    if let queue { queue.sync(execute: body) } else { body() }
  }

  // MARK: Savers

  /// Takes the lane for a saver; `false` if another one has it.
  func claim() -> Bool {
    state.withLock { state in
      defer { state.isClaimed = true }
      return !state.isClaimed
    }
  }

  func release() { state.withLock { $0.isClaimed = false } }

  /// Notes the last save of a store that has just ended, which a turn of the main actor or the next load makes.
  func noteFinalSave(_ save: @escaping @MainActor @Sendable () -> Void) {
    state.withLock { $0.finalSaves.append(save) }
    Task { @MainActor in makeFinalSaves() }
  }

  @MainActor
  package func makeFinalSaves() {
    let saves = state.withLock { state in
      defer { state.finalSaves = [] }
      return state.finalSaves
    }
    for save in saves { save() }
  }
}
