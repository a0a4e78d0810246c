/// The faults of a run: those that are written down, and those that the seed chooses.
///
/// ```swift
/// let written = FaultPlan(["save#1": .fails, "load#2": .neverAnswers])
/// let seeded = FaultPlan.seeded([.fails, .answersTwice], of: ["save"])
/// ```
///
/// No mock is needed: what an effect talks to stays as it is.
public struct FaultPlan: Sendable {
  /// Those that are written down.
  let written: [SimulatedEffect: Fault]
  /// Those that the seed chooses from, and the effects that have them: all where there are none.
  private var seeded: [(faults: [Fault], names: Set<String>)] = []
  /// What failing effects throw, if it is an error of the app's.
  private var ownError: (@Sendable (SimulatedEffect) -> any Error)?

  /// Nothing goes wrong.
  public static let none = FaultPlan([:])

  /// The faults that a seed chooses from unless others are given: those that need no time, but for the end of the store.
  public static let commonFaults: [Fault] = [.fails, .failsAfterwards, .cancelled, .neverAnswers, .answersTwice]

  /// Creates a plan of faults that are written down.
  public init(_ faults: [SimulatedEffect: Fault]) {
    written = faults
  }

  /// A plan by which the seed decides what goes wrong.
  ///
  /// - Parameters:
  ///   - faults: What it may be.
  ///   - names: The effects with which something may go wrong; all if there are none.
  /// - Returns: the plan.
  public static func seeded(_ faults: [Fault] = commonFaults, of names: Set<String> = []) -> FaultPlan {
    none.adding(faults, of: names)
  }

  /// The same plan, and faults that the seed chooses from: those of each call with the effects of that call.
  public func adding(_ faults: [Fault], of names: Set<String> = []) -> FaultPlan {
    var plan = self
    plan.seeded.append((faults, names))
    return plan
  }

  /// The same plan, whose failing effects throw an error of the app's.
  public func throwing(_ error: @escaping @Sendable (SimulatedEffect) -> any Error) -> FaultPlan {
    var plan = self
    plan.ownError = error
    return plan
  }
}

extension FaultPlan {
  /// Whether nothing can go wrong by it.
  var isEmpty: Bool { written.isEmpty && seeded.allSatisfy(\.faults.isEmpty) }

  /// The effects with faults that are written down.
  package var writtenEffects: Set<SimulatedEffect> { Set(written.keys) }

  /// The names of the effects for which a seed chooses.
  var seededNames: Set<String> { seeded.reduce(into: []) { $0.formUnion($1.names) } }

  /// Whether failing effects throw errors of the app's.
  var throwsOwnErrors: Bool { ownError != nil }

  /// What the seed may choose for an effect.
  func seededFaults(for effect: SimulatedEffect) -> [Fault] {
    seeded.flatMap { $0.names.isEmpty || $0.names.contains(effect.name) ? $0.faults : [] }
  }

  /// What a failing effect throws.
  func error(of effect: SimulatedEffect) -> any Error {
    ownError?(effect) ?? FaultError(effect: effect.description)
  }

  /// The same errors, and nothing that goes wrong.
  var withoutFaults: FaultPlan {
    var plan = FaultPlan.none
    plan.ownError = ownError
    return plan
  }
}
