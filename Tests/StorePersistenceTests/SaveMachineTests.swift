import Testing

@testable import StorePersistence

@Suite struct SaveMachineTests {
  @Test func `the first change is saved in the next turn, the second after an interval`() {
    var machine = SaveMachine(interval: .seconds(1))
    #expect(machine.change() == .schedule)
    #expect(machine.change() == .none)
    #expect(machine.read() == 1)
    #expect(machine.change() == .none)
    #expect(machine.finish(1, .saved) == .wait(.seconds(1)))
    #expect(machine.change() == .none)
    #expect(machine.endWait() == .schedule)
    #expect(machine.read() == 2)
    #expect(machine.finish(2, .saved) == .wait(.seconds(1)))
    #expect(machine.endWait() == .none)
    #expect(machine.phase == .idle)
    #expect(machine.change() == .schedule)
  }

  @Test func `the pause doubles with each failure, up to a minute`() {
    var machine = SaveMachine(interval: .seconds(1))
    _ = machine.change()
    var pauses: [Int64] = []
    for number in 1...9 {
      #expect(machine.read() == number)
      guard case .wait(let pause) = machine.finish(number, .failed) else { return }
      pauses.append(pause.components.seconds)
      #expect(machine.isDirty)
      #expect(machine.endWait() == .schedule)
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60])
    #expect(machine.read() == 10)
    #expect(machine.finish(10, .saved) == .wait(.seconds(1)))
  }

  @Test func `a pause after a failure is a second at least`() {
    var machine = SaveMachine(interval: .zero)
    _ = machine.change()
    _ = machine.read()
    #expect(machine.finish(1, .failed) == .wait(.seconds(1)))
  }

  @Test func `a value that cannot be encoded waits for a change`() {
    var machine = SaveMachine(interval: .seconds(1))
    _ = machine.change()
    _ = machine.read()
    #expect(machine.finish(1, .notEncoded) == .wait(.seconds(1)))
    #expect(machine.endWait() == .none)
    #expect(machine.change() == .schedule)
  }

  /// All orders of eight calls, each with what must hold for it.
  @Test(arguments: [Duration.zero, .seconds(1)])
  func `no order of calls loses a change`(interval: Duration) {
    var seen = 0
    var histories = [Model(interval: interval)]
    for _ in 0..<8 {
      histories = histories.flatMap { model in
        Model.Call.allCases.compactMap { call in
          var model = model
          return model.make(call) ? model : nil
        }
      }
      seen += histories.count
      for model in histories { model.check() }
    }
    #expect(seen > 10_000)
  }
}

/// A machine with the state that it is to save, and what a storage has of it.
private struct Model {
  enum Call: CaseIterable {
    case change, hurry, read, readNow, save, fail, endWait, end
  }

  private var machine: SaveMachine
  private var state = 0
  /// What each save in progress has read, the last one last.
  private var writing: [(number: Int, state: Int)] = []
  private var saved = 0
  private var isScheduled = false
  private var isWaiting = false
  /// The number of the save that was promised to have the present state.
  private var promised: (number: Int, state: Int)?
  private var hasEnded = false

  init(interval: Duration) { machine = SaveMachine(interval: interval) }

  /// Makes a call; `false` if a driver cannot make it now.
  mutating func make(_ call: Call) -> Bool {
    switch call {
    case .change:
      state += 1
      follow(machine.change())
    case .hurry:
      guard !hasEnded else { return false }
      let (step, number) = machine.hurry()
      promised = (number, state)
      follow(step)
    case .read:
      guard isScheduled else { return false }
      isScheduled = false
      if let number = machine.read() { writing.append((number, state)) }
    case .readNow:
      guard let number = machine.readNow() else { return false }
      writing.append((number, state))
    case .save, .fail:
      guard !writing.isEmpty else { return false }
      let (number, value) = writing.removeFirst()
      #expect(value >= saved)
      if call == .save {
        saved = value
        if let promised, promised.number == number { #expect(value >= promised.state) }
      }
      follow(machine.finish(number, call == .save ? .saved : .failed))
    case .endWait:
      guard isWaiting else { return false }
      isWaiting = false
      follow(machine.endWait())
    case .end:
      guard machine.end() else { return false }
      hasEnded = true
    }
    return true
  }

  private mutating func follow(_ step: SaveMachine.Step) {
    switch step {
    case .none: break
    case .schedule:
      #expect(!hasEnded)
      isScheduled = true
      isWaiting = false
    case .wait:
      #expect(!hasEnded)
      isWaiting = true
    }
  }

  /// An unsaved state is always on its way: a turn is scheduled, a save is under way, or a wait will end.
  func check() {
    guard !hasEnded, saved != state else { return }
    let isOnItsWay = isScheduled || isWaiting || !writing.isEmpty
    #expect(isOnItsWay)
    if !isScheduled, !isWaiting, let last = writing.last { #expect(last.state == state || machine.isDirty) }
  }
}
