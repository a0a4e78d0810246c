/// The effects that latencies, faults and deviations name, until runs have them.
struct UnseenEffects {
  private var names: Set<String> = []
  /// Those whose faults are written down, and have not come.
  private(set) var faults: Set<SimulatedEffect> = []

  static var none: UnseenEffects { UnseenEffects() }

  /// Those of runs whose choices come from seeds.
  static func of(_ time: SeededTime, _ faults: FaultPlan) -> UnseenEffects {
    UnseenEffects(names: faults.seededNames.union(time.names), faults: faults.writtenEffects)
  }

  /// Those of a run that is played again.
  static func of(_ deviations: some Sequence<Deviation>) -> UnseenEffects {
    UnseenEffects(names: Set(deviations.compactMap(\.effectName)))
  }

  /// Removes those that a run has had; a plain run, which has no schedule, asks for none.
  mutating func removeThose(of schedule: Schedule?) {
    guard let schedule else {
      self = .none
      return
    }
    names.subtract(schedule.effects.names)
    faults.formIntersection(schedule.missingFaults)
  }

  var doubts: [String] {
    names.sorted().map { "No effect was launched that is called '\($0)'." }
      + faults.map(\.description).sorted().map { "The fault of '\($0)' never came." }
  }
}
