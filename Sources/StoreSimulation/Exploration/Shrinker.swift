import StoreCore

/// A search for the fewest deviations and steps with which a failing run still fails.
///
/// It is delta debugging (Zeller and Hildebrandt, 2002) over faults, delays and changes of order, and then over steps: it
/// leaves out halves, then quarters, down to single ones, until no single one can be left out. Steps come last, because a
/// run without one may fail for another reason.
@MainActor
struct Shrinker {
  /// The bounds of latencies.
  let time: SeededTime
  /// Runs the test with deviations; returns those that were made if it fails as before, else `nil`.
  let failing: ([EngineDeviation]) async -> [EngineDeviation]?
  /// The number of further runs that it may take.
  private(set) var runsLeft = 2_000
  /// Whether it ended early, because its task was cancelled or it has taken all of its runs.
  private(set) var isCutShort = false

  init(time: SeededTime, failing: @escaping ([EngineDeviation]) async -> [EngineDeviation]?) {
    self.time = time
    self.failing = failing
  }

  /// Returns the report's title of a run that was cut down.
  nonisolated static func title(isCutShort: Bool) -> String {
    isCutShort ? "The smallest run found that fails; cutting it down ended early:" : "The smallest run that fails:"
  }

  /// Returns the fewest deviations with which a failing run of `stepCount` steps still fails.
  mutating func shrink(_ deviations: [EngineDeviation], stepCount: Int) async -> [EngineDeviation] {
    var kept = deviations
    var size = Int.max
    while size > kept.count + stepCount - 2 * kept.count(where: \.deviation.isSkip) {
      size = kept.count + stepCount - 2 * kept.count(where: \.deviation.isSkip)
      kept = await withoutDeviations(kept)
      kept = await withoutSteps(kept, stepCount)
    }
    return await simplified(kept)
  }

  private mutating func attempt(_ deviations: [EngineDeviation]) async -> [EngineDeviation]? {
    guard runsLeft > 0, !Task.isCancelled else {
      isCutShort = true
      return nil
    }
    runsLeft -= 1
    let made = await failing(deviations)
    // The run in which the task is cancelled shows nothing.
    if Task.isCancelled { isCutShort = true }
    return made
  }

  private mutating func withoutDeviations(_ deviations: [EngineDeviation]) async -> [EngineDeviation] {
    var kept = deviations
    var length = kept.count
    while length > 0 {
      var start = 0
      var isChanged = false
      while start < kept.count {
        let part = start..<min(start + length, kept.count)
        // Steps that were left out stay so.
        let fewer = kept[..<part.lowerBound] + kept[part].filter(\.deviation.isSkip) + kept[part.upperBound...]
        if fewer.count < kept.count, let made = await attempt(Array(fewer)) {
          kept = made
          isChanged = true
        } else {
          start += length
        }
      }
      if length == 1, isChanged { continue }
      length /= 2
    }
    return kept
  }

  private mutating func withoutSteps(_ deviations: [EngineDeviation], _ stepCount: Int) async -> [EngineDeviation] {
    var kept = deviations
    var length = stepCount
    while length > 0 {
      for end in stride(from: stepCount, to: 0, by: -length) {
        let skips = (max(0, end - length)..<end).map { EngineDeviation(.skipped(step: $0 + 1)) }
          .filter { !kept.contains($0) }
        if skips.isEmpty { continue }
        if let made = await attempt(kept + skips) {
          kept = made
        } else if let made = await attempt(kept.map { $0.with($0.deviation.ofLaunch(before: skips.count)) } + skips) {
          // The effects of these steps are no longer launched: later ones have other numbers.
          kept = made
        }
      }
      length /= 2
    }
    return kept
  }

  /// Returns the same with round times, which are easier to read than those of a seed.
  private mutating func simplified(_ deviations: [EngineDeviation]) async -> [EngineDeviation] {
    var kept = deviations
    for index in kept.indices {
      guard index < kept.count, let time = kept[index].deviation.duration else { continue }
      for rounder in Self.roundTimes(below: time) where isInBounds(rounder, kept[index].deviation) {
        var simpler = kept
        simpler[index] = kept[index].with(kept[index].deviation.with(rounder))
        if let made = await attempt(simpler), made.count == kept.count {
          kept = simpler
          break
        }
      }
    }
    return kept
  }

  /// Returns whether the bounds allow a lateness; faults have none, and steps come at any time up to the seed's.
  private func isInBounds(_ lateness: Duration, _ deviation: Deviation) -> Bool {
    guard case .late(_, let effect, _) = deviation else { return true }
    let range = time.range(for: effect)
    return (.milliseconds(range.lowerBound) ... .milliseconds(range.upperBound)).contains(lateness)
  }

  /// Returns times that are easy to read, the shortest first; at last the same in tenths of a second.
  private static func roundTimes(below time: Duration) -> [Duration] {
    let times: [Duration] = [1, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000].map { .milliseconds($0) }
    // The longest durations have more tenths of a second than an integer can count.
    let tenths = Int(EffectClock.wait(for: time) / .milliseconds(100))
    return times.filter { $0 < time } + [.milliseconds(tenths * 100), .milliseconds(tenths * 100 + 100)]
  }
}

extension EngineDeviation {
  /// Returns another deviation of the same engine.
  fileprivate func with(_ deviation: Deviation) -> EngineDeviation {
    EngineDeviation(deviation, of: engine)
  }
}

extension Deviation {
  /// Whether it leaves a step out.
  var isSkip: Bool {
    if case .skipped = self { true } else { false }
  }

  /// Returns the same for the launch of the effect that is `count` launches before, or for its first one.
  fileprivate func ofLaunch(before count: Int) -> Deviation {
    func before(_ effect: SimulatedEffect) -> SimulatedEffect {
      SimulatedEffect(effect.name, number: max(1, effect.number - count), attempt: effect.attempt)
    }
    return switch self {
    case .late(let moment, let effect, let time): .late(moment, of: before(effect), by: time)
    case .fault(let fault, let effect): .fault(fault, of: before(effect))
    default: self
    }
  }

  /// How long it takes, if it takes time.
  fileprivate var duration: Duration? {
    switch self {
    case .late(_, _, let time), .stepLate(_, let time): time
    case .fault(let fault, _): fault.time
    default: nil
    }
  }

  /// Returns the same for another time.
  fileprivate func with(_ time: Duration) -> Deviation {
    switch self {
    case .late(let moment, let effect, _): .late(moment, of: effect, by: time)
    case .stepLate(let step, _): .stepLate(step, by: time)
    case .fault(let fault, let effect): .fault(fault.with(time), of: effect)
    default: self
    }
  }
}
