import StoreCore
import Testing
import _StoreTestSupport

@testable import StoreInspector

/// Large works, one after another.
@Suite struct OneAtATimeTests {
  private let clock = GateClock()

  @Test func `a work returns its value`() async {
    let works = OneAtATime(clock: clock)
    let value: Int? = await works { begins in begins() ? 7 : nil }
    #expect(value == 7)
  }

  @Test func `a work that has no value returns none`() async {
    let works = OneAtATime(clock: clock)
    let value: Int? = await works { _ in nil }
    #expect(value == nil)
  }

  @Test func `the second begins when the first has ended`() async {
    let (works, order, gate, second) = (OneAtATime(clock: clock), Notes<Int>(), Gate(), Gate())
    async let first = works { begins -> Int? in
      #expect(begins())
      await gate.pass()
      order.add(1)
      return 1
    }
    await gate.waitForArrivals(1)
    async let next = works { begins -> Int? in
      await second.pass()
      order.add(2)
      return begins() ? 2 : nil
    }
    // It waits for its turn, as its own watch shows.
    await clock.waitForSleeps(of: OneAtATime.limits.begin, count: 2)
    second.open()
    #expect(second.arrivals == 0)
    gate.open()
    #expect(await [first, next] == [1, 2])
    #expect(order.all == [1, 2])
  }

  @Test func `one that cannot begin in time is given up, and does nothing in its turn`() async {
    let (works, gate, ran) = (OneAtATime(clock: clock), Gate(), Gate())
    async let first = works { begins -> Int? in
      #expect(begins())
      await gate.pass()
      return 1
    }
    await gate.waitForArrivals(1)
    async let late = works { _ -> Int? in
      await ran.pass()
      return 2
    }
    await clock.waitForSleeps(of: OneAtATime.limits.begin, count: 2)
    clock.wake(OneAtATime.limits.begin)
    #expect(await late == nil)
    gate.open()
    #expect(await first == 1)
    // The next one passes behind it.
    let next: Int? = await works { _ in 3 }
    #expect(next == 3)
    #expect(ran.arrivals == 0)
  }

  @Test func `one that begins too late is told so`() async {
    let (works, gate, answers) = (OneAtATime(clock: clock), Gate(), Notes<Bool>())
    async let late = works { begins -> Int? in
      await gate.pass()
      answers.add(begins())
      return 1
    }
    await gate.waitForArrivals(1)
    await clock.waitForSleeps(of: OneAtATime.limits.begin)
    clock.wake(OneAtATime.limits.begin)
    #expect(await late == nil)
    gate.open()
    let next: Int? = await works { _ in 2 }
    #expect(next == 2)
    #expect(answers.all == [false])
  }

  @Test func `one that does not end is given up later, and cancelled`() async {
    let (works, gate) = (OneAtATime(clock: clock), Gate())
    async let long = works { begins -> Int? in
      #expect(begins())
      gate.open()
      try? await untilCancelled()
      return 1
    }
    await gate.pass()
    await clock.waitForSleeps(of: OneAtATime.limits.begin)
    clock.wake(OneAtATime.limits.begin)
    let rest = OneAtATime.limits.end - OneAtATime.limits.begin
    await clock.waitForSleeps(of: rest)
    clock.wake(rest)
    #expect(await long == nil)
    let next: Int? = await works { _ in 2 }
    #expect(next == 2)
  }
}
