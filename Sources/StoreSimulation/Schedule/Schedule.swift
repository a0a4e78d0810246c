import StoreCore

/// The choices of one run, all of which come from one seed.
final class Schedule: Sendable {
  private struct State {
    var generator: SeededGenerator
    var onChoice: (@Sendable (ScheduleChoice) -> Void)?
  }

  let seed: UInt64
  private let state: Locked<State>

  init(seed: UInt64) {
    self.seed = seed
    state = Locked(State(generator: SeededGenerator(seed: seed)))
  }

  /// Has somebody told of each choice from now on.
  func tell(_ onChoice: @escaping @Sendable (ScheduleChoice) -> Void) {
    state.withLock { $0.onChoice = onChoice }
  }

  /// Which of so many comes next, from 0.
  func choose(of count: Int, _ choice: (Int) -> ScheduleChoice) -> Int {
    guard count > 1 else { return 0 }
    let index = number(below: count)
    note(choice(index + 1))
    return index
  }

  /// Whether the main actor has a turn before so many ready parts of effects: each third time.
  func interrupts(before count: Int) -> Bool {
    guard count > 0, number(below: 3) == 0 else { return false }
    note(.mainActor(ready: count))
    return true
  }

  /// Whether a step of a scenario comes before those who sleep until its time.
  ///
  /// The answer depends on the seed and the step alone, and so is the same on every engine.
  func stepIsFirst(_ index: Int) -> Bool {
    var generator = SeededGenerator(seed: seed ^ UInt64(truncatingIfNeeded: index &+ 1) &* 0x9e37_79b9_7f4a_7c15)
    let isFirst = generator.next() % 2 == 0
    note(.step(isBeforeWaking: isFirst))
    return isFirst
  }

  private func number(below count: Int) -> Int {
    state.withLock { Int($0.generator.next() % UInt64(count)) }
  }

  private func note(_ choice: ScheduleChoice) {
    state.withLock { $0.onChoice }?(choice)
  }
}
