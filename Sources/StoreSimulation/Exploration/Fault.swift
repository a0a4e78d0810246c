import StoreRecording

/// Something that goes wrong with an effect or its dependencies.
///
/// Faults occur inside an effect's modifiers: a retry tries again, and a timeout ends a slow effect.
public enum Fault: Hashable, Sendable {
  /// It fails before it does anything, with the error of its ``FaultPlan``.
  case fails
  /// It does its work, then fails: the answer was lost, and with it the last action that it sends. Actions that it
  /// sends synchronously or awaits, and the elements of a stream, are not lost.
  case failsAfterwards
  /// It begins later by a duration.
  case slow(Duration)
  /// It is cancelled.
  case cancelled
  /// It does its work, but neither its end nor the last action that it sends ever comes, as with ``failsAfterwards``.
  case neverAnswers
  /// Its last action, or its result, is sent once more; not an action that it has sent synchronously or awaits.
  case answersTwice
  /// It ends later by a duration, a stream too.
  case endsLate(Duration)
  /// Its stream ends after a duration, whatever elements remain. The operation of an effect that is not a stream is
  /// cancelled then: it has an answer only if it goes on nevertheless.
  case streamEnds(after: Duration)
  /// The elements of its stream are held back for a duration, or until there are as many as a stream may have waiting,
  /// and then come all at once; later elements come as usual. The stream is asked for more meanwhile. For an effect
  /// that is not a stream, its actions are held back, except those that it sends synchronously.
  case bursts(after: Duration)
  /// Its store is stopped for good: effects are cancelled, and actions are dropped.
  case storeEnds
}

extension Fault: CustomStringConvertible {
  /// The fault as text, for a sentence whose subject is the effect.
  public var description: String {
    switch self {
    case .fails: "fails"
    case .failsAfterwards: "does its work, and fails"
    case .slow(let time): "begins \(TimeText.milliseconds(time)) late"
    case .cancelled: "is cancelled"
    case .neverAnswers: "never answers"
    case .answersTwice: "answers twice"
    case .endsLate(let time): "ends \(TimeText.milliseconds(time)) late"
    case .streamEnds(let time): "ends after \(TimeText.milliseconds(time))"
    case .bursts(let time): "holds back what it sends, and bursts after \(TimeText.milliseconds(time))"
    case .storeEnds: "loses its store"
    }
  }
}

extension Fault {
  /// Returns the faults of all kinds, with `time` for those that take time.
  package static func all(for time: Duration) -> [Fault] {
    [
      .fails, .failsAfterwards, .cancelled, .neverAnswers, .answersTwice, .storeEnds, .slow(time), .endsLate(time),
      .streamEnds(after: time), .bursts(after: time),
    ]
  }

  /// Its name in tests and in files.
  package var name: String {
    switch self {
    case .fails: "fails"
    case .failsAfterwards: "failsAfterwards"
    case .slow: "slow"
    case .cancelled: "cancelled"
    case .neverAnswers: "neverAnswers"
    case .answersTwice: "answersTwice"
    case .endsLate: "endsLate"
    case .streamEnds: "streamEnds"
    case .bursts: "bursts"
    case .storeEnds: "storeEnds"
    }
  }

  /// How long it takes, if it takes time.
  package var time: Duration? {
    switch self {
    case .slow(let time), .endsLate(let time), .streamEnds(let time), .bursts(let time): time
    case .fails, .failsAfterwards, .cancelled, .neverAnswers, .answersTwice, .storeEnds: nil
    }
  }

  /// Returns the same fault with another time.
  func with(_ time: Duration) -> Fault {
    switch self {
    case .slow: .slow(time)
    case .endsLate: .endsLate(time)
    case .streamEnds: .streamEnds(after: time)
    case .bursts: .bursts(after: time)
    case .fails, .failsAfterwards, .cancelled, .neverAnswers, .answersTwice, .storeEnds: self
    }
  }

  /// Its source text in a test.
  var code: String {
    switch self {
    case .slow(let time), .endsLate(let time): ".\(name)(\(time.code))"
    case .streamEnds(let time), .bursts(let time): ".\(name)(after: \(time.code))"
    case .fails, .failsAfterwards, .cancelled, .neverAnswers, .answersTwice, .storeEnds: ".\(name)"
    }
  }
}

/// The error of an operation that fails because a fault plan says so.
public struct FaultError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The effect that failed.
  public let effect: String

  /// Creates the error of an effect.
  public init(effect: String) {
    self.effect = effect
  }

  /// The effect that failed, and the reason.
  public var description: String { "\(effect) failed, as planned." }
}
