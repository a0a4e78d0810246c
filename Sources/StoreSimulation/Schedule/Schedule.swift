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

/// Something that could have gone another way in a run, and went this one because of its seed.
public enum ScheduleChoice: Hashable, Sendable {
  /// Of so many parts of effects that were ready, the one at this place ran, counted from 1.
  case effect(Int, of: Int)
  /// The main actor had a turn, although parts of effects were ready: what effects have sent was handled first.
  case mainActor(ready: Int)
  /// Of so many that slept until the same time, the one at this place was woken, counted from 1.
  case sleeper(Int, of: Int)
  /// A step of a scenario came before the sleepers of its time were woken, or after.
  case step(isBeforeWaking: Bool)
}

extension ScheduleChoice: CustomStringConvertible {
  /// The choice in words.
  public var description: String {
    switch self {
    case .effect(let place, let count): "of \(count) ready parts of effects, number \(place) ran"
    case .mainActor(let count): "the main actor had a turn before \(count) ready parts of effects"
    case .sleeper(let place, let count): "of \(count) that slept until now, number \(place) was woken"
    case .step(let isBeforeWaking): "the step came \(isBeforeWaking ? "before" : "after") those that slept until now"
    }
  }
}
