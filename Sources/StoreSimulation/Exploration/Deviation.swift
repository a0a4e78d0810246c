import StoreRecording

/// A difference of a run from the plain one, in which everything happens in order and as soon as it can.
///
/// A seed chooses many deviations. Their list reproduces the run without the seed:
/// ``TestBench/init(replaying:time:faults:random:isTraced:)``.
public enum Deviation: Hashable, Sendable {
  /// At a choice among several ready parts of effects, one other than the first ran; choices are counted from 1, places
  /// from 2.
  case part(Int, at: Int)
  /// The main actor had a turn although parts of effects were ready; the occasions are counted from 1.
  case mainActor(Int)
  /// At a choice among several sleepers with the same deadline, one other than the first was woken.
  case sleeper(Int, at: Int)
  /// A step came before the sleepers of its time.
  case stepFirst(Int)
  /// A step came later than at its time, within its window.
  case stepLate(Int, by: Duration)
  /// Something of an effect came later.
  case late(Moment, of: SimulatedEffect, by: Duration)
  /// Something went wrong with an effect.
  case fault(Fault, of: SimulatedEffect)
  /// A step was left out.
  case skipped(step: Int)

  /// A moment in the life of an effect that can come late.
  public enum Moment: Hashable, Sendable {
    /// Its operation begins.
    case begin
    /// It sends an action; they are counted from 1.
    case send(Int)
    /// Its operation has ended, and the store is notified and given the result.
    case end
    /// It wakes from a sleep on the clock; they are counted from 1.
    case wake(Int)
  }
}

extension Deviation: CustomStringConvertible {
  /// The difference as text.
  public var description: String {
    switch self {
    case .part(let place, let choice):
      "at choice \(choice), the \(place.ordinal) ready part of an effect runs first"
    case .mainActor(let occasion): "at occasion \(occasion), what was sent is handled before effects go on"
    case .sleeper(let place, let choice): "at waking \(choice), the \(place.ordinal) of those due is woken first"
    case .stepFirst(let step): "step \(step) comes before what sleeps until its time"
    case .stepLate(let step, let time): "step \(step) comes \(TimeText.milliseconds(time)) later"
    case .late(.begin, let effect, let time): "\(effect) begins \(TimeText.milliseconds(time)) late"
    case .late(.send(let number), let effect, let time):
      "the \(number.ordinal) action of \(effect) comes \(TimeText.milliseconds(time)) late"
    case .late(.end, let effect, let time): "the answer of \(effect) comes \(TimeText.milliseconds(time)) late"
    case .late(.wake(let number), let effect, let time):
      "\(effect) wakes \(TimeText.milliseconds(time)) late from its \(number.ordinal) sleep"
    case .fault(let fault, let effect): "\(effect) \(fault)"
    case .skipped(let step): "step \(step) is left out"
    }
  }

  /// Whether it changes the order in which an engine's effects continue.
  var isOfOrder: Bool {
    switch self {
    case .part, .mainActor, .sleeper: true
    case .late, .fault, .stepFirst, .stepLate, .skipped: false
    }
  }

  /// Whether it makes an effect fail.
  var isFailure: Bool {
    switch self {
    case .fault(.fails, _), .fault(.failsAfterwards, _): true
    default: false
    }
  }

  /// The name of the effect that it applies to.
  var effectName: String? {
    switch self {
    case .late(_, let effect, _), .fault(_, let effect): effect.name
    case .part, .mainActor, .sleeper, .stepFirst, .stepLate, .skipped: nil
    }
  }

  /// Whether it applies to an effect.
  var isOfEffects: Bool {
    switch self {
    case .late, .fault: true
    case .part, .mainActor, .sleeper, .stepFirst, .stepLate, .skipped: false
    }
  }

  /// Whether a run can have only this or another one.
  package func excludes(_ other: Deviation) -> Bool { site == other.site }

  /// Its source text in a test.
  var code: String {
    switch self {
    case .part(let place, let choice): ".part(\(place), at: \(choice))"
    case .mainActor(let occasion): ".mainActor(\(occasion))"
    case .sleeper(let place, let choice): ".sleeper(\(place), at: \(choice))"
    case .stepFirst(let step): ".stepFirst(\(step))"
    case .stepLate(let step, let time): ".stepLate(\(step), by: \(time.code))"
    case .late(let moment, let effect, let time):
      ".late(.\(moment), of: \(String(reflecting: effect.description)), by: \(time.code))"
    case .fault(let fault, let effect): ".fault(\(fault.code), of: \(String(reflecting: effect.description)))"
    case .skipped(let step): ".skipped(step: \(step))"
    }
  }
}

/// A deviation in the runs of a scenario by several engines.
///
/// Deviations of effects and steps apply to all engines; changes of order apply to one, which makes its own choices.
public struct EngineDeviation: Hashable, Sendable {
  /// The engine; `nil` for all.
  public let engine: String?
  /// What is different.
  public let deviation: Deviation

  /// Creates a deviation of one engine, or of all.
  public init(_ deviation: Deviation, of engine: String? = nil) {
    self.deviation = deviation
    self.engine = engine
  }
}

extension EngineDeviation {
  /// Its source text in a test.
  var code: String {
    "EngineDeviation(\(deviation.code)\(engine.map { ", of: \(String(reflecting: $0))" } ?? ""))"
  }
}

extension EngineDeviation: CustomStringConvertible {
  /// The difference, and the engine it applies to.
  public var description: String { (engine.map { "on \($0), " } ?? "") + "\(deviation)" }
}

extension Int {
  /// An ordinal: the first, the second, the third, the 4th, the 21st.
  var ordinal: String {
    let isTeen = (11...13).contains(self % 100)
    return switch self {
    case 1: "first"
    case 2: "second"
    case 3: "third"
    case _ where self % 10 == 1 && !isTeen: "\(self)st"
    case _ where self % 10 == 2 && !isTeen: "\(self)nd"
    case _ where self % 10 == 3 && !isTeen: "\(self)rd"
    default: "\(self)th"
    }
  }
}

extension Duration {
  /// Its source text in a test, in the greatest unit of which it is a whole number.
  var code: String {
    let units: [(unit: Duration, name: String)] = [
      (.seconds(1), "seconds"), (.milliseconds(1), "milliseconds"), (.microseconds(1), "microseconds"),
    ]
    let (unit, name) = units.first { attoseconds % $0.unit.attoseconds == 0 } ?? (.nanoseconds(1), "nanoseconds")
    return ".\(name)(\(attoseconds / unit.attoseconds))"
  }
}
