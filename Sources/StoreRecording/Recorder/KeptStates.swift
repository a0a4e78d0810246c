import StoreCore

/// The decisions of which states are kept, by the numbers of their records.
///
/// What is dropped is returned: it is released by the caller, as the release of a user's object may call back.
struct KeptStates<State> {
  /// The number of states of each store that are kept whatever they take.
  static var least: Int { 8 }

  private struct Kept {
    let number: UInt64
    let state: State
    let bytes: Int
  }

  /// By the numbers of the stores: a name would be hashed each time.
  private var lists: [Int: Queue<Kept>] = [:]
  private(set) var bytes = 0

  /// Keeps a state, and drops the oldest ones that are too many: of its store by their number, of all by their bytes.
  mutating func keep(
    _ state: State,
    at number: UInt64,
    of store: StoreIdentity,
    bytes: Int,
    limits: Recorder.Limits
  ) -> (ofStore: State?, ofAll: [State]) {
    let dropped = Self.append(
      Kept(number: number, state: state, bytes: bytes),
      to: &lists[store.number, default: Queue()],
      limits.states
    )
    self.bytes += bytes - (dropped?.bytes ?? 0)
    var others: [State] = []
    while self.bytes > limits.stateBytes, let store = storeOfOldest, let oldest = lists[store]?.popFirst() {
      self.bytes -= oldest.bytes
      others.append(oldest.state)
    }
    return (dropped?.state, others)
  }

  private static func append(_ kept: Kept, to list: inout Queue<Kept>, _ limit: Int) -> Kept? {
    list.append(kept)
    return list.count > limit ? list.popFirst() : nil
  }

  /// The store whose first state is the oldest of those that may be dropped.
  private var storeOfOldest: Int? {
    var oldest: (store: Int, number: UInt64)?
    for (store, list) in lists where list.count > Self.least {
      guard let number = list.first?.number, number < oldest?.number ?? .max else { continue }
      oldest = (store, number)
    }
    return oldest?.store
  }

  /// Drops the states of stores of which no record after a number is kept, such as those that ended long ago.
  mutating func dropStores(before number: UInt64) -> [State] {
    var dropped: [State] = []
    for (store, list) in lists where list.elements.allSatisfy({ $0.number <= number }) {
      bytes -= list.elements.reduce(0) { $0 + $1.bytes }
      dropped += list.elements.map(\.state)
      lists[store] = nil
    }
    return dropped
  }

  /// Returns the last state of a store that was kept by a record with at most this number.
  func state(of store: StoreIdentity, at number: UInt64) -> State? {
    lists[store.number]?.elements.last { $0.number <= number }?.state
  }
}
