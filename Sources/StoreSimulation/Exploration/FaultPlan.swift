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
  /// Those that the seed chooses from.
  private(set) var kinds: [Fault]
  /// The effects that have these; all where there are none.
  private(set) var names: Set<String>
  /// What failing effects throw.
  var error: @Sendable (SimulatedEffect) -> any Error = { FaultError(effect: $0.description) }

  /// Nothing goes wrong.
  public static let none = FaultPlan([:])

  /// Faults that a seed chooses if nothing else is said: all that need no time.
  public static let commonFaults: [Fault] = [.fails, .failsAfterwards, .cancelled, .neverAnswers, .answersTwice]

  /// Creates a plan of faults that are written down.
  public init(_ faults: [SimulatedEffect: Fault]) {
    written = faults
    kinds = []
    names = []
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

  /// The same plan, and faults that the seed chooses from.
  public func adding(_ faults: [Fault], of names: Set<String> = []) -> FaultPlan {
    var plan = self
    plan.kinds += faults
    plan.names.formUnion(names)
    return plan
  }

  /// The same plan, whose failing effects throw an error of the app's.
  public func throwing(_ error: @escaping @Sendable (SimulatedEffect) -> any Error) -> FaultPlan {
    var plan = self
    plan.error = error
    return plan
  }

  /// What the seed may choose for an effect.
  func seededFaults(for effect: SimulatedEffect) -> [Fault] {
    names.isEmpty || names.contains(effect.name) ? kinds : []
  }
}

extension FaultPlan {
  /// Whether nothing can go wrong by it.
  var isEmpty: Bool { written.isEmpty && kinds.isEmpty }
}

extension FaultPlan {
  /// The same errors, and nothing that goes wrong.
  var withoutFaults: FaultPlan { FaultPlan([:]).throwing(error) }
}
