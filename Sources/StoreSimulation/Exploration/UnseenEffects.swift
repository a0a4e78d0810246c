/// The things that seeds, latencies, faults and deviations ask for and that no run has shown yet.
struct UnseenEffects {
  /// The names of effects.
  private var names: Set<String> = []
  /// The effects whose written faults have not come.
  private(set) var faults: Set<SimulatedEffect> = []
  /// The names of the effects that were launched.
  private var launched: Set<String> = []
  /// Whether some effect has to be launched that could be late or go wrong.
  private var anyEffect = false
  /// Whether some deviation has to come.
  private var anyDeviation = false
  /// Whether some choice has to come, by which seeds differ.
  private var anyChoice = false
  /// Whether there was any effect, of those on the bench and others, or a handler that suspends.
  private var hasHadEffects = false
  /// Whether a seed is missing.
  private var needsSeed = false

  static var none: UnseenEffects { UnseenEffects() }

  /// Returns what runs with one seed, with many or with none have to show.
  static func of(
    _ time: SeededTime,
    _ faults: FaultPlan,
    ofMany: Bool = false,
    withoutSeed: Bool = false
  ) -> UnseenEffects {
    UnseenEffects(
      names: faults.seededNames.union(time.names),
      faults: faults.writtenEffects,
      anyEffect: !time.isExact || !faults.isEmpty,
      anyChoice: ofMany,
      needsSeed: withoutSeed && (time.isSeeded || faults.isSeeded)
    )
  }

  /// Returns what a replayed run has to show.
  static func of(_ deviations: [Deviation]) -> UnseenEffects {
    UnseenEffects(names: Set(deviations.compactMap(\.effectName)), anyDeviation: !deviations.isEmpty)
  }

  /// Removes what a run has shown; a plain run, which has no schedule, has nothing to show.
  @MainActor
  mutating func remove(_ bench: TestBench) {
    guard let schedule = bench.executor.schedule else {
      self = UnseenEffects(needsSeed: needsSeed)
      return
    }
    let launched = schedule.effects.names
    names.subtract(launched.flatMap { SimulatedEffect($0, number: 1).names })
    self.launched.formUnion(launched)
    faults.formIntersection(schedule.missingFaults)
    if !launched.isEmpty { anyEffect = false }
    hasHadEffects =
      hasHadEffects || !launched.isEmpty || bench.executor.jobCount > 0 || schedule.effects.hasSuspendedHandlers
    if !schedule.deviations.isEmpty { anyDeviation = false }
    if schedule.hasHadChoices || bench.usesRandom { anyChoice = false }
  }

  var doubts: [String] {
    let noSeed = "Latencies within bounds and seeded faults come by a seed, and none was given: pass 'seed:'."
    var doubts = needsSeed ? [noSeed] : []
    doubts += names.sorted().map { "No effect was launched that is called '\($0)'." }
    doubts += faults.map(\.description).sorted().map { "The fault of '\($0)' never came." }
    // In a line of its own: the others are compared with those of further processes.
    if !launched.isEmpty, !names.isEmpty || !faults.isEmpty { doubts.append(wordsOfLaunched) }
    if !doubts.isEmpty { return doubts }
    // A corrected feature may need no effect any more.
    if !anyDeviation, !hasHadEffects { return [] }
    if anyEffect { return ["No effect was launched, with the options of its bench, that could be late or go wrong."] }
    if anyDeviation { return ["Nothing of what was to be different has come: the run was the plain one."] }
    if anyChoice {
      return ["There was one schedule: no run had anything to choose, and nothing that could be late or go wrong."]
    }
    return []
  }

  private var wordsOfLaunched: String {
    let shownCount = 12
    let quoted = launched.sorted().map { "'\($0)'" }
    let shown = quoted.prefix(shownCount).joined(separator: ", ")
    let rest = quoted.count > shownCount ? ", and \(quoted.count - shownCount) more" : ""
    return "What was launched is called \(shown)\(rest)."
  }
}
