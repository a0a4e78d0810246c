/// The faults of a run: written ones, and those that the seed chooses.
///
/// ```swift
/// let written = FaultPlan(["save#1": .fails, "load#2": .neverAnswers])
/// let seeded = FaultPlan.seeded([.fails, .answersTwice], of: ["save"])
/// ```
///
/// No mock is needed: an effect's dependencies stay as they are.
public struct FaultPlan: Sendable {
  /// The written faults.
  let written: [SimulatedEffect: Fault]
  /// The faults that the seed chooses from, and the names of their effects; an empty set selects all effects.
  private var seeded: [(faults: [Fault], names: Set<String>)] = []
  /// What failing effects throw, if that is one of the app's errors.
  private var ownError: (@Sendable (SimulatedEffect) -> any Error)?

  /// Nothing goes wrong.
  public static let none = FaultPlan([:])

  /// The faults that a seed chooses from by default: those that take no time, except the end of the store.
  public static let commonFaults: [Fault] = [.fails, .failsAfterwards, .cancelled, .neverAnswers, .answersTwice]

  /// Creates a plan of written faults.
  public init(_ faults: [SimulatedEffect: Fault]) {
    written = faults
  }

  /// Creates a plan in which the seed decides what goes wrong.
  ///
  /// - Parameters:
  ///   - faults: The faults to choose from.
  ///   - names: The effects that may have a fault; by default all.
  /// - Returns: the plan.
  public static func seeded(_ faults: [Fault] = commonFaults, of names: Set<String> = []) -> FaultPlan {
    none.adding(faults, of: names)
  }

  /// Returns the plan with more faults that the seed chooses from: those of each call for the effects of that call.
  public func adding(_ faults: [Fault], of names: Set<String> = []) -> FaultPlan {
    var plan = self
    plan.seeded.append((faults, names))
    return plan
  }

  /// Returns the same plan, whose failing effects throw one of the app's errors.
  public func throwing(_ error: @escaping @Sendable (SimulatedEffect) -> any Error) -> FaultPlan {
    var plan = self
    plan.ownError = error
    return plan
  }
}

extension FaultPlan {
  /// Whether it has no faults.
  var isEmpty: Bool { written.isEmpty && !isSeeded }

  /// Whether a seed chooses faults.
  var isSeeded: Bool { !seeded.allSatisfy(\.faults.isEmpty) }

  /// The effects with written faults.
  package var writtenEffects: Set<SimulatedEffect> { Set(written.keys) }

  /// The names of the effects for which a seed chooses.
  var seededNames: Set<String> { seeded.reduce(into: []) { $0.formUnion($1.names) } }

  /// Whether failing effects throw the app's errors.
  var throwsOwnErrors: Bool { ownError != nil }

  /// Returns the faults that the seed may choose for an effect.
  func seededFaults(for effect: SimulatedEffect) -> [Fault] {
    seeded.flatMap { $0.names.isEmpty || !$0.names.isDisjoint(with: effect.names) ? $0.faults : [] }
  }

  /// Returns the effect under the name by which a written fault means it, if one does.
  func writtenEffect(for effect: SimulatedEffect) -> SimulatedEffect? {
    written.isEmpty ? nil : effect.spellings.first { written[$0] != nil }
  }

  /// Returns the error that a failing effect throws.
  func error(of effect: SimulatedEffect) -> any Error {
    ownError?(effect) ?? FaultError(effect: effect.description)
  }

  /// The same errors without the faults.
  var withoutFaults: FaultPlan {
    var plan = FaultPlan.none
    plan.ownError = ownError
    return plan
  }
}
