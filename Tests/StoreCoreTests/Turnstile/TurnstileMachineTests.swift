import StoreCore
import Testing

@Suite struct TurnstileMachineTests {
  @Test func `an idle machine lets both lines in, effects first`() {
    var machine = TurnstileMachine(isSequential: true)
    #expect(machine.isOpen)
    let begins1 = machine.begin()
    #expect(begins1)
    #expect(machine.next(hasEffects: true, hasActions: true) == .fromEffects)
    #expect(machine.next(hasEffects: false, hasActions: true) == .fromOutside)
    #expect(machine.next(hasEffects: false, hasActions: false) == .nobody)
  }

  @Test func `a turn does not begin inside another`() {
    var machine = TurnstileMachine(isSequential: false)
    let begins2 = machine.begin()
    #expect(begins2)
    let begins3 = machine.begin()
    #expect(!begins3)
    #expect(!machine.isOpen)
    #expect(!machine.isOpenToEffects)
    machine.end()
    let begins4 = machine.begin()
    #expect(begins4)
  }

  @Test func `nobody goes while a handler suspends`() {
    var machine = TurnstileMachine(isSequential: true)
    let begins5 = machine.begin()
    #expect(begins5)
    machine.suspend()
    #expect(machine.next(hasEffects: true, hasActions: true) == .nobody)
    machine.end()
    let begins6 = machine.begin()
    #expect(!begins6)
    machine.resume()
    #expect(machine.isTurning)
    #expect(machine.next(hasEffects: false, hasActions: true) == .fromOutside)
  }

  @Test func `only what effects tell goes while an action holds the store`() {
    var machine = TurnstileMachine(isSequential: true)
    machine.hold()
    machine.hold()
    #expect(!machine.isOpen)
    #expect(machine.isOpenToEffects)
    let begins7 = machine.begin()
    #expect(begins7)
    #expect(machine.next(hasEffects: true, hasActions: true) == .fromEffects)
    #expect(machine.next(hasEffects: false, hasActions: true) == .nobody)
    machine.release()
    #expect(machine.next(hasEffects: false, hasActions: true) == .nobody)
    machine.release()
    #expect(machine.next(hasEffects: false, hasActions: true) == .fromOutside)
  }
}
