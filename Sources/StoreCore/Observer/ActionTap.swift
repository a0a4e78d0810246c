/// Who reads a store's actions.
///
/// A store without readers has none.
@MainActor
@usableFromInline
final class ActionTap<Action: Sendable> {
  private var readers: [AsyncStream<Action>.Continuation] = []

  init() {}

  deinit {
    for reader in readers {
      reader.finish()
    }
  }

  func add(_ continuation: AsyncStream<Action>.Continuation) {
    readers.append(continuation)
  }

  /// Hands an action over.
  ///
  /// - Returns: whether somebody still reads.
  func handled(_ action: Action) -> Bool {
    readers.removeAll { reader in
      if case .terminated = reader.yield(action) { true } else { false }
    }
    return !readers.isEmpty
  }
}
