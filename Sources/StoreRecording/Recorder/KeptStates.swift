import StoreCore

/// The decisions of which states are kept, by the numbers of their records.
struct KeptStates<State> {
  /// The number of states of each store that are kept whatever they take.
  static var least: Int { 8 }

  private struct Kept {
    let number: UInt64
    let state: State
    let bytes: Int
  }

  private var lists: [StoreIdentity: Queue<Kept>] = [:]
  private(set) var bytes = 0

  /// Keeps a state, and drops the oldest ones that are too many: of its store by their number, of all by their bytes.
  mutating func keep(_ state: State, at number: UInt64, of store: StoreIdentity, bytes: Int, limits: Recorder.Limits) {
    lists[store, default: Queue()].append(Kept(number: number, state: state, bytes: bytes))
    self.bytes += bytes
    while let list = lists[store], list.count > limits.states { dropFirst(of: store) }
    while self.bytes > limits.stateBytes, let store = storeOfOldest { dropFirst(of: store) }
  }

  /// The store whose first state is the oldest of those that may be dropped.
  private var storeOfOldest: StoreIdentity? {
    var oldest: (store: StoreIdentity, number: UInt64)?
    for (store, list) in lists where list.count > Self.least {
      guard let number = list.first?.number, number < oldest?.number ?? .max else { continue }
      oldest = (store, number)
    }
    return oldest?.store
  }

  private mutating func dropFirst(of store: StoreIdentity) {
    if let dropped = lists[store]?.popFirst() { bytes -= dropped.bytes }
  }

  /// Returns the last state of a store that was kept by a record with at most this number.
  func state(of store: StoreIdentity, at number: UInt64) -> State? {
    lists[store]?.elements.last { $0.number <= number }?.state
  }
}
