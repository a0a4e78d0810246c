import StoreCore

/// The states that a recorder keeps: on the main actor, where they were read, and released nowhere else.
@MainActor
final class StateShelf {
  private var kept = KeptStates<Any>()
  /// The bytes of each store's states by the last estimate, and how many states have come since the first.
  private var estimates: [StoreIdentity: (bytes: Int, count: Int)] = [:]

  nonisolated init() {}

  func keep(_ state: Any, at number: UInt64, of store: StoreIdentity, limits: Recorder.Limits) {
    var (bytes, count) = estimates[store] ?? (0, 0)
    if count % 64 == 0 { bytes = Self.estimate(state) }
    estimates[store] = (bytes, count + 1)
    // An object changes afterwards.
    let value = type(of: state) is AnyClass ? StateCopy(of: state).contents : state
    kept.keep(value, at: number, of: store, bytes: bytes, limits: limits)
  }

  func state(of store: StoreIdentity, at number: UInt64) -> Any? { kept.state(of: store, at: number) }

  func removeAll() { kept = KeptStates() }

  /// Returns about how many bytes a value takes with what its collections hold, down to three levels.
  ///
  /// All elements of a collection count like the first.
  nonisolated static func estimate(_ value: Any, levels: Int = 3) -> Int {
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
