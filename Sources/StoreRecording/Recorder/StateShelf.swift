import StoreCore

/// The states that a recorder keeps: on the main actor, where they were read, and released nowhere else.
@MainActor
final class StateShelf {
  private var kept = KeptStates<Any>()
  private var count = 0

  nonisolated init() {}

  /// Keeps a state; `lost` is the number of the last record that is kept no more.
  func keep(
    _ state: Any,
    at number: UInt64,
    of store: StoreIdentity,
    bytes: Int,
    limits: Recorder.Limits,
    lost: () -> UInt64
  ) {
    count += 1
    let dropped = kept.keep(state, at: number, of: store, bytes: bytes, limits: limits)
    let ended = count.isMultiple(of: 1_024) ? kept.dropStores(before: lost()) : []
    // Released when the states can be changed again.
    withExtendedLifetime((dropped, ended)) {}
  }

  func state(of store: StoreIdentity, at number: UInt64) -> (state: Any, number: UInt64)? {
    kept.state(of: store, at: number)
  }

  func removeAll() {
    let all = kept
    kept = KeptStates()
    withExtendedLifetime(all) {}
  }
}

/// The bytes of the states of one store, as estimated at the first and at each 256th.
struct StateEstimate {
  private var bytes = 0
  private var count = 0

  mutating func bytes(of state: Any) -> Int {
    if count.isMultiple(of: 256) { bytes = Self.estimate(state) }
    count += 1
    return bytes
  }

  /// Returns about how many bytes a value takes with what its collections hold, down to three levels.
  ///
  /// All elements of a collection count like the first.
  static func estimate(_ value: Any, levels: Int = 3) -> Int {
    func size<Value>(_ type: Value.Type) -> Int { MemoryLayout<Value>.stride }
    if let text = value as? String { return 16 + text.utf8.count }
    let own = _openExistential(type(of: value), do: size)
    guard levels > 0 else { return own }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection, .set, .dictionary:
      return own + (mirror.children.first.map { estimate($0.value, levels: levels - 1) * mirror.children.count } ?? 0)
    default:
      return mirror.children.reduce(own) { $0 + estimate($1.value, levels: levels - 1) }
    }
  }
}
