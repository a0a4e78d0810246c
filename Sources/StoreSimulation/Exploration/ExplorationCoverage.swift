/// What the runs of an exploration have tried, and whether they could have failed.
struct ExplorationCoverage {
  /// Whether the test can fail by nothing but a property, and none was given yet.
  private var needsProperty: Bool
  /// Whether something goes wrong with effects, which needs no step to be worth a run.
  private let hasFaults: Bool
  private var hasMet = false
  private var hasMissed = false
  private var instant: Set<String> = []
  private var lasting: Set<String> = []

  /// - Parameters:
  ///   - needsProperty: Whether the test returns no outcome, and cannot throw.
  ///   - hasFaults: Whether something goes wrong with effects.
  init(needsProperty: Bool, hasFaults: Bool) {
    self.needsProperty = needsProperty
    self.hasFaults = hasFaults
  }

  /// Adds a run.
  @MainActor
  mutating func add(_ bench: TestBench) {
    if !bench.stores.isEmpty { needsProperty = false }
    guard let encounters = bench.executor.schedule?.encounters else { return }
    hasMet = hasMet || encounters.hasMet
    hasMissed = hasMissed || encounters.hasMissed
    instant.formUnion(encounters.instant)
    lasting.formUnion(encounters.lasting)
  }

  var doubts: [String] {
    var doubts: [String] = []
    if needsProperty {
      doubts.append(
        """
        Nothing was checked: the test has no property, by 'bench.always' or 'bench.finally', returns no outcome, and \
        throws nothing. An exploration does not see '#expect'.
        """
      )
    }
    if hasMissed, !hasMet, !hasFaults {
      doubts.append(
        """
        No step came while an effect ran, and no two effects ran at a time: nothing could be in the way of anything. \
        Bring the steps closer together, let some come 'within:' a while, or let effects take longer by 'time:'.
        """
      )
    }
    let names = instant.subtracting(lasting).sorted().map { "'\($0)'" }
    if !names.isEmpty {
      doubts.append(
        """
        What changes the state by itself has taken no time: \(names.joined(separator: ", ")). Nothing could come between \
        what it has read and what it writes. Let what it asks for take a while, by 'EffectClock.current.sleep'; if it \
        asks for nothing, change the state in the handler.
        """
      )
    }
    return doubts
  }
}
