import StoreCore

/// The cues that effects wait for.
final class Cues: Sendable {
  enum Cue: Sendable {
    case send([Body])
    case finish
  }

  private let waiting = Locked<[Int: CheckedContinuation<Cue, Never>]>([:])

  /// The effects that wait.
  var present: Set<Int> { waiting.withLock { Set($0.keys) } }

  func give(_ cue: Cue, to number: Int) {
    waiting.withLock { $0.removeValue(forKey: number) }?.resume(returning: cue)
  }

  /// Follows an effect's cues until it ends.
  func perform(_ number: Int, send: (Body) -> Void) async {
    while case .send(let bodies) = await next(number) { bodies.forEach(send) }
  }

  private func next(_ number: Int) async -> Cue {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting.withLock { $0[number] = continuation }
        // Cancelled meanwhile, or before.
        if Task.isCancelled { give(.finish, to: number) }
      }
    } onCancel: {
      give(.finish, to: number)
    }
  }
}
