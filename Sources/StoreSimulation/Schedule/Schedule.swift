import StoreCore

/// The choices of one run: by a seed, by a list of deviations, or both.
///
/// Each place at which a run can differ has a name, its site. The choice there depends only on the seed and the site,
/// so that runs that differ at one site are equal at the others.
final class Schedule: Sendable {
  private struct State {
    var parts = 0
    var turns = 0
    var sleepers = 0
    var wakings: [SimulatedEffect: Int] = [:]
    var deviations: [Deviation] = []
    var hasHadChoices = false
    var onChoice: (@Sendable (String) -> Void)?
    var onDeviation: (@Sendable (Deviation) -> Void)?
    var story: Story?
    /// The change of order by which a still unknown part runs.
    var lastPart: Deviation?
  }

  let seed: UInt64?
  let strategy: SearchStrategy
  let time: SeededTime
  let faults: FaultPlan
  /// Names the effects of the run.
  let effects = SimulatedEffects()
  /// Knows what came while effects of the run ran.
  let encounters = Encounters()
  let given: [Deviation]
  private let givenAt: [Site: Deviation]
  private let state = Locked(State())

  init(
    seed: UInt64?,
    strategy: SearchStrategy = .default,
    time: SeededTime = .exact,
    faults: FaultPlan = .none,
    given: [Deviation] = []
  ) {
    self.seed = seed
    self.strategy = strategy
    self.time = time
    self.faults = faults
    self.given = given
    givenAt = Dictionary(given.map { ($0.site, $0) }) { first, _ in first }
  }

  /// Calls a closure with the words for each choice from now on.
  func tell(_ onChoice: @escaping @Sendable (String) -> Void) {
    state.withLock { $0.onChoice = onChoice }
  }

  /// Records deviations in a story.
  func tell(_ story: Story) {
    state.withLock { $0.story = story }
  }

  var tellsStory: Bool { state.withLock { $0.story != nil } }

  /// Notes that a part of an effect has run.
  func noteRun(of effect: SimulatedEffect?) {
    let (part, story) = state.withLock { state in
      defer { state.lastPart = nil }
      return (state.lastPart, state.story)
    }
    if let part, let effect { story?.note(effect, runsFirstBy: part) }
  }

  /// Calls a closure with each deviation when it is made.
  func tellDeviations(_ onDeviation: @escaping @Sendable (Deviation) -> Void) {
    state.withLock { $0.onDeviation = onDeviation }
  }

  /// The differences from the plain run so far.
  var deviations: [Deviation] { state.withLock { $0.deviations } }

  /// Whether the run could differ, or has differed, from the plain one.
  var hasHadChoices: Bool { state.withLock { $0.hasHadChoices || !$0.deviations.isEmpty } }

  /// The effects whose written faults have not come.
  var missingFaults: Set<SimulatedEffect> {
    guard !faults.writtenEffects.isEmpty else { return [] }
    return faults.writtenEffects.subtracting(
      deviations.compactMap { if case .fault(_, let effect) = $0 { faults.writtenEffect(for: effect) } else { nil } }
    )
  }

  /// Whether effects can be late or go wrong.
  var changesEffects: Bool {
    !time.isExact || !faults.isEmpty
      || givenAt.keys.contains { site in
        switch site {
        case .late, .fault: true
        default: false
        }
      }
  }

  // MARK: Order

  /// Chooses which of `count` ready parts of effects runs, from 0.
  func choosePart(of count: Int) -> Int {
    guard count > 1 else { return 0 }
    let number = state.withLock { $0.parts.next() }
    var place = 0
    let deviation = deviation(at: .part(number), ways: count) { .part(2 + $0.number(below: count - 1), at: number) }
    if let deviation, case .part(let given, _) = deviation {
      place = min(max(1, given), count) - 1
      state.withLock { $0.lastPart = deviation }
    }
    note("of \(count) ready parts of effects, number \(place + 1) ran")
    return place
  }

  /// Chooses whether the main actor has a turn before `count` ready parts of effects.
  func interrupts(before count: Int) -> Bool {
    guard count > 0 else { return false }
    let number = state.withLock { $0.turns.next() }
    guard deviation(at: .turn(number), ways: 2, { _ in .mainActor(number) }) != nil else { return false }
    note("the main actor had a turn before \(count) ready parts of effects")
    return true
  }

  /// Chooses which of `count` sleepers with the same deadline is woken, from 0.
  func chooseSleeper(of count: Int) -> Int {
    guard count > 1 else { return 0 }
    let number = state.withLock { $0.sleepers.next() }
    var place = 0
    let deviation = deviation(at: .sleeper(number), ways: count) {
      .sleeper(2 + $0.number(below: count - 1), at: number)
    }
    if case .sleeper(let given, _) = deviation { place = min(max(1, given), count) - 1 }
    note("of \(count) that slept until now, number \(place + 1) was woken")
    return place
  }

  // MARK: Steps

  /// Chooses whether a step, counted from 1, comes before the sleepers of its time.
  ///
  /// The choice depends only on the seed and the step, so it is the same on every engine.
  func isFirst(step: Int) -> Bool {
    let isFirst = deviation(at: .step(step), ways: 2) { _ in .stepFirst(step) } != nil
    if seed != nil || isFirst { note("the step came \(isFirst ? "before" : "after") those that slept until now") }
    return isFirst
  }

  /// Chooses how much later than at its time a step, counted from 1, comes within its window.
  ///
  /// It is the same on every engine, too.
  func lateness(ofStep step: Int, within window: Duration) -> Duration {
    let count = Int(EffectClock.wait(for: window) / .milliseconds(1)) + 1
    let deviation = deviation(at: .stepTime(step), ways: count == 1 ? 1 : .max) { generator in
      let milliseconds = generator.number(below: count)
      return milliseconds == 0 ? nil : .stepLate(step, by: .milliseconds(milliseconds))
    }
    if case .stepLate(_, let time) = deviation { return time }
    return .zero
  }

  /// Returns whether a step, counted from 1, is left out.
  func skips(step: Int) -> Bool {
    deviation(at: .skip(step), ways: 1) { _ in nil } != nil
  }

  // MARK: Effects

  /// Returns how late a moment of an effect comes.
  func lateness(_ moment: Deviation.Moment, of effect: SimulatedEffect) -> Duration {
    let range = time.range(for: effect)
    let deviation = deviation(at: .late(moment, effect), ways: range.count == 1 ? 1 : .max) { generator in
      let milliseconds = range.lowerBound + generator.number(below: range.count)
      return milliseconds == range.lowerBound ? nil : .late(moment, of: effect, by: .milliseconds(milliseconds))
    }
    if case .late(_, _, let time) = deviation { return time }
    return .milliseconds(range.lowerBound)
  }

  /// Returns how late an effect wakes from the sleep that it begins now.
  func latenessOfSleep(of effect: SimulatedEffect) -> Duration {
    let number = state.withLock { $0.wakings[effect, default: 0].next() }
    return lateness(.wake(number), of: effect)
  }

  /// Returns what goes wrong with an attempt of an effect.
  func fault(of effect: SimulatedEffect) -> Fault? {
    let faults = faults
    let written = faults.writtenEffect(for: effect).flatMap { faults.written[$0] }.map {
      Deviation.fault($0, of: effect)
    }
    let kinds = faults.seededFaults(for: effect)
    let deviation =
      written.map { record($0) }
      ?? deviation(at: .fault(effect), ways: kinds.count + 1) { generator in
        .fault(kinds[generator.number(below: kinds.count)], of: effect)
      }
    if case .fault(let fault, _) = deviation { return fault }
    return nil
  }

  // MARK: Sites

  /// A place at which a run can differ.
  enum Site: Hashable, Sendable {
    case part(Int)
    case turn(Int)
    case sleeper(Int)
    case step(Int)
    case stepTime(Int)
    case skip(Int)
    case late(Deviation.Moment, SimulatedEffect)
    case fault(SimulatedEffect)
  }

  /// Returns the difference from the plain run at a site: the given one, else the seed's.
  private func deviation(
    at site: Site,
    ways count: Int,
    _ choose: (inout SeededGenerator) -> Deviation?
  ) -> Deviation? {
    if !given.isEmpty, let deviation = givenAt[site] { return record(deviation) }
    guard let seed, count > 1 else { return nil }
    state.withLock { $0.hasHadChoices = true }
    var generator = SeededGenerator(seed: site.hash(with: seed))
    guard strategy.deviates(at: site, ways: count, seed: seed, &generator) else { return nil }
    return choose(&generator).map { record($0) }
  }

  private func record(_ deviation: Deviation) -> Deviation {
    let onDeviation = state.withLock { state in
      state.deviations.append(deviation)
      return state.onDeviation
    }
    onDeviation?(deviation)
    return deviation
  }

  private func note(_ choice: @autoclosure () -> String) {
    state.withLock { $0.onChoice }?(choice())
  }
}

extension Deviation {
  /// The site at which it is made.
  var site: Schedule.Site {
    switch self {
    case .part(_, let number): .part(number)
    case .mainActor(let number): .turn(number)
    case .sleeper(_, let number): .sleeper(number)
    case .stepFirst(let step): .step(step)
    case .stepLate(let step, _): .stepTime(step)
    case .late(let moment, let effect, _): .late(moment, effect)
    case .fault(_, let effect): .fault(effect)
    case .skipped(let step): .skip(step)
    }
  }
}

extension Schedule.Site {
  /// Returns a number that depends only on the seed and the site: the hash of Fowler, Noll and Vo.
  func hash(with seed: UInt64) -> UInt64 {
    var hash = FNVHash()
    hash.combine(seed)
    switch self {
    case .part(let number): hash.combine(1, number)
    case .turn(let number): hash.combine(2, number)
    case .sleeper(let number): hash.combine(3, number)
    case .step(let number): hash.combine(4, number)
    case .skip(let number): hash.combine(5, number)
    case .late(let moment, let effect):
      switch moment {
      case .begin: hash.combine(6, 0)
      case .send(let number): hash.combine(7, number)
      case .end: hash.combine(8, 0)
      case .wake(let number): hash.combine(9, number)
      }
      hash.combine(effect)
    case .stepTime(let number): hash.combine(11, number)
    case .fault(let effect):
      hash.combine(10, 0)
      hash.combine(effect)
    }
    return hash.value
  }
}

/// The hash of Fowler, Noll and Vo, which is the same in each process and on each machine.
struct FNVHash {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  mutating func combine(_ number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) { value = (value ^ (number >> shift & 0xff)) &* 0x100_0000_01b3 }
  }

  mutating func combine(_ kind: Int, _ number: Int) {
    combine(UInt64(kind))
    combine(UInt64(bitPattern: Int64(number)))
  }

  mutating func combine(_ effect: SimulatedEffect) {
    combine(effect.name.utf8)
    combine(effect.number, effect.attempt)
  }
}

extension SeededGenerator {
  /// Returns a number from 0 up to, but not including, `count`, which is at least 1.
  mutating func number(below count: Int) -> Int {
    Int(next() % UInt64(count))
  }
}

extension Int {
  /// Counts one more, and returns the count.
  fileprivate mutating func next() -> Int {
    self += 1
    return self
  }
}
