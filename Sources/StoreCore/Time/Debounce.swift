/// Waits for silence before an operation and its other modifiers begin.
package struct Debounce: OperationModifier {
  /// The name, if it is the operation's own.
  let id: EffectID?
  let wait: Delay

  package func run(isRepeatable: Bool, _ operation: @escaping @Sendable () async throws -> Void) async throws {
    EffectPause.debounce(EffectClock.wait(for: wait.duration)).tell()
    try await wait.clock.sleep(for: wait.duration)
    try await operation()
  }
}

extension Program {
  /// The program after a wait for silence under a name.
  func debounced(_ id: EffectID, _ wait: Delay) -> Program {
    // A throttle decides first, by its own name.
    guard case .operation(let operation) = self, operation.throttle.map({ $0.id == id }) ?? true else {
      return modified(by: .operation(Debounce(id: nil, wait: wait))).named(id, for: .debounce)
    }
    return operation.known(as: id) { $0.add(Debounce(id: id, wait: wait)) }
  }
}

extension EffectOperation {
  /// Whether it waits for silence under its own name, so that each operation replaces the one before.
  var isDebounced: Bool { id != nil && modifiers.contains { ($0 as? Debounce)?.id == id } }
}

extension OpenedProgram {
  /// The wait for silence before a whole program, if it is debounced.
  func debounceWait() -> Wait? {
    var rest = modifiers
    guard let debounce = rest.take(\.debounce) else { return nil }
    return Wait(operation: rest.operationInFront().with { $0.modifiers = [debounce] }, modifiers: rest)
  }
}
