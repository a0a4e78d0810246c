/// The time that a wait for a quiet store may take in the pool: as much as the pool and the main actor have for it.
///
/// It is counted in parts, behind each of which it takes a turn in both. While others hold one of them, the store's
/// effects could not go on either, and no more than a part is counted.
@MainActor
final class SettlingLimit {
  private nonisolated static let parts = 20

  private(set) var isOver: Bool
  private var timer: Task<Void, any Error>?

  /// - Parameters:
  ///   - limit: Its length; zero or less is over from the beginning.
  ///   - end: Is called when it is over, if it was not from the beginning.
  init(_ limit: Duration, end: @escaping @MainActor @Sendable () -> Void) {
    isOver = limit <= .zero
    guard !isOver else { return }
    timer = Task.detached { [weak self] in
      for _ in 0..<Self.parts {
        try await ContinuousClock().sleep(for: limit / Self.parts)
        await Task.detached { @MainActor in }.value
      }
      await self?.end(end)
    }
  }

  private func end(_ end: @MainActor () -> Void) {
    isOver = true
    end()
  }

  func cancel() {
    timer?.cancel()
  }
}
