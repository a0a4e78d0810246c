/// Something that goes wrong with an effect, or with what it talks to.
///
/// Faults lie inside of an effect's modifiers: a retry tries again, a timeout ends what is slow.
public enum Fault: Hashable, Sendable {
  /// It fails, before it has done anything, with the error of its ``FaultPlan``.
  case fails
  /// It does what it says, and fails then: the answer was lost, and with it the last action that it sends. What it sends
  /// synchronously or waits for, and the elements of a stream, are not lost.
  case failsAfterwards
  /// It begins so much later.
  case slow(Duration)
  /// It is cancelled.
  case cancelled
  /// It does what it says, and its end never comes, nor the last action that it sends, as with ``failsAfterwards``.
  case neverAnswers
  /// What it has sent last, or its result, is sent once more; not what it has sent synchronously or waits for.
  case answersTwice
  /// It ends so much later than it could, a stream too.
  case endsLate(Duration)
  /// Its stream ends after so much time, whatever there is left; of an effect that is no stream, it is ended without an
  /// answer.
  case streamEnds(after: Duration)
  /// The elements of its stream are held back for so much time and come all at once then, or when there are as many as a
  /// stream may have waiting; those after them come as they do. Its stream is asked for more meanwhile. Of an effect that is
  /// no stream, what it sends is held back; not what it sends synchronously.
  case bursts(after: Duration)
  /// Its store is stopped for good: effects are cancelled, and what is sent to it is dropped.
  case storeEnds
}

extension Fault: CustomStringConvertible {
  /// What goes wrong, said of an effect.
  public var description: String {
    switch self {
    case .fails: "fails"
    case .failsAfterwards: "does its work, and fails"
    case .slow(let time): "begins \(TraceTime.text(for: time)) late"
    case .cancelled: "is cancelled"
    case .neverAnswers: "never answers"
    case .answersTwice: "answers twice"
    case .endsLate(let time): "ends \(TraceTime.text(for: time)) late"
    case .streamEnds(let time): "ends after \(TraceTime.text(for: time))"
    case .bursts(let time): "holds back what it sends, and bursts after \(TraceTime.text(for: time))"
    case .storeEnds: "loses its store"
    }
  }
}

extension Fault {
  /// The faults of all kinds; those that take time take this one.
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

  /// The same for another time.
  func with(_ time: Duration) -> Fault {
    switch self {
    case .slow: .slow(time)
    case .endsLate: .endsLate(time)
    case .streamEnds: .streamEnds(after: time)
    case .bursts: .bursts(after: time)
    case .fails, .failsAfterwards, .cancelled, .neverAnswers, .answersTwice, .storeEnds: self
    }
  }

  /// How it is written in a test.
  var code: String {
    switch self {
    case .slow(let time), .endsLate(let time): ".\(name)(\(time.code))"
    case .streamEnds(let time), .bursts(let time): ".\(name)(after: \(time.code))"
    case .fails, .failsAfterwards, .cancelled, .neverAnswers, .answersTwice, .storeEnds: ".\(name)"
    }
  }
}

/// An operation failed because a fault plan said so.
public struct FaultError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The effect that failed.
  public let effect: String

  /// Creates the error of an effect.
  public init(effect: String) {
    self.effect = effect
  }

  /// What has failed, and why.
  public var description: String { "\(effect) failed, as planned." }
}
