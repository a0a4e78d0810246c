import Logging

/// A wait that a modifier of an effect begins, or a limit that it sets.
public enum EffectPause: Sendable {
  /// The operation begins after this time.
  case delay(Duration)
  /// The operation begins after this time, unless another effect of the name comes.
  case debounce(Duration)
  /// The operation begins now, and has to end within this time.
  case timeLimit(Duration)
  /// The operation has failed with an error, and begins again after a wait; the attempt is the one that comes, of at
  /// most so many.
  case retry(attempt: Int, of: Int, after: any Error, wait: Duration)

  /// Notifies observers that the effect whose task is the current one pauses, unless it has been cancelled.
  func tell() {
    if let run = CurrentEffect.run { run.table.note(self, of: run) }
  }

  /// The pause, as the predicate of a sentence about its effect.
  package var words: String {
    switch self {
    case .delay(let wait): "waits for \(wait)"
    case .debounce(let wait): "waits for \(wait) of silence"
    case .timeLimit(let limit): "has to end within \(limit)"
    case .retry(let attempt, let count, let error, let wait):
      "failed with \(error), and is tried again in \(wait), as attempt \(attempt) of \(count)"
    }
  }

  var logMetadata: Logger.Metadata {
    switch self {
    case .delay(let wait): ["pause": "delay", "duration": "\(wait)"]
    case .debounce(let wait): ["pause": "debounce", "duration": "\(wait)"]
    case .timeLimit(let limit): ["pause": "time limit", "duration": "\(limit)"]
    case .retry(let attempt, let count, let error, let wait):
      ["pause": "retry", "attempt": "\(attempt) of \(count)", "error": "\(error)", "duration": "\(wait)"]
    }
  }
}

extension EffectTable {
  /// Notifies observers of a pause of an effect that has not been cancelled.
  fileprivate func note(_ pause: EffectPause, of run: EffectRun) {
    guard hub.isActive else { return }
    // Under the lock, so that it comes before the effect's end.
    withMachine { machine in
      guard machine.runs[run.key] != nil else { return }
      hub.leave(.effectPaused(run.info, pause), cause: run.origin.cause)
    }
    hub.flush()
  }
}
