/// Something that goes wrong with an effect, or with what it talks to.
///
/// Faults lie inside of an effect's modifiers: a retry tries again, a timeout ends what is slow.
public enum Fault: Hashable, Sendable {
  /// It fails, before it has done anything, with the error of its ``FaultPlan``.
  case fails
  /// It does what it says, and fails then: the answer was lost.
  case failsAfterwards
  /// It begins so much later. A stream that begins late has its elements come in a burst.
  case slow(Duration)
  /// It is cancelled.
  case cancelled
  /// It does what it says, and its end never comes.
  case neverAnswers
  /// What it has sent last, or its result, is sent once more.
  case answersTwice
  /// It ends so much later than it could, a stream too.
  case endsLate(Duration)
  /// Its stream ends after so much time, whatever there is left.
  case streamEnds(after: Duration)
  /// Its store goes: effects are cancelled, and what is sent to it is dropped.
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
    case .storeEnds: "loses its store"
    }
  }

  /// How it is written in a test.
  var code: String {
    switch self {
    case .fails: ".fails"
    case .failsAfterwards: ".failsAfterwards"
    case .slow(let time): ".slow(\(Words.code(for: time)))"
    case .cancelled: ".cancelled"
    case .neverAnswers: ".neverAnswers"
    case .answersTwice: ".answersTwice"
    case .endsLate(let time): ".endsLate(\(Words.code(for: time)))"
    case .streamEnds(let time): ".streamEnds(after: \(Words.code(for: time)))"
    case .storeEnds: ".storeEnds"
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
