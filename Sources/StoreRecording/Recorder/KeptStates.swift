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

  // Not a 'Queue', which another module has not specialized.
  /// The states of a store, the oldest at `first`, with those before it as the newest.
  private struct List {
    private(set) var slots: [Kept] = []
    private var first = 0

    var oldest: Kept { slots[first] }

    /// Adds a state, and returns the one that it replaces.
    mutating func append(_ kept: Kept, limit: Int) -> Kept? {
      guard slots.count >= limit else {
        order()
        slots.append(kept)
        return nil
      }
      var other = kept
      swap(&slots[first], &other)
      first = first + 1 == slots.count ? 0 : first + 1
      return other
    }

    mutating func removeOldest() -> Kept {
      order()
      return slots.removeFirst()
    }

    private mutating func order() {
      guard first > 0 else { return }
      slots = Array(slots[first...] + slots[..<first])
      first = 0
    }

    /// The last state with at most this number.
    func state(at number: UInt64) -> Kept? {
      slots.filter { $0.number <= number }.max { $0.number < $1.number }
    }
  }

  /// By the numbers of the stores: a name would be hashed each time.
  private var lists: [Int: List] = [:]
  private(set) var bytes = 0

  /// Keeps a state, and drops the oldest ones that are too many: of its store by their number, of all by their bytes.
  mutating func keep(
    _ state: State,
    at number: UInt64,
    of store: StoreIdentity,
    bytes: Int,
    limits: Recorder.Limits
  ) -> (ofStore: State?, ofAll: [State]) {
    let kept = Kept(number: number, state: state, bytes: bytes)
    let dropped = lists[store.number, default: List()].append(kept, limit: limits.states)
    self.bytes += bytes - (dropped?.bytes ?? 0)
    var others: [State] = []
    while self.bytes > limits.stateBytes, let store = storeOfOldest, let oldest = lists[store]?.removeOldest() {
      self.bytes -= oldest.bytes
      others.append(oldest.state)
    }
    return (dropped?.state, others)
  }

  /// The store whose first state is the oldest of those that may be dropped.
  private var storeOfOldest: Int? {
    var oldest: (store: Int, number: UInt64)?
    for (store, list) in lists where list.slots.count > Self.least && list.oldest.number < oldest?.number ?? .max {
      oldest = (store, list.oldest.number)
    }
    return oldest?.store
  }

  /// Drops the states of stores of which no record after a number is kept, such as those that ended long ago.
  mutating func dropStores(before number: UInt64) -> [State] {
    var dropped: [State] = []
    for (store, list) in lists where list.slots.allSatisfy({ $0.number <= number }) {
      bytes -= list.slots.reduce(0) { $0 + $1.bytes }
      dropped += list.slots.map(\.state)
      lists[store] = nil
    }
    return dropped
  }

  /// Returns the last state of a store that was kept by a record with at most this number.
  func state(of store: StoreIdentity, at number: UInt64) -> (state: State, number: UInt64)? {
    lists[store.number]?.state(at: number).map { ($0.state, $0.number) }
  }
}
