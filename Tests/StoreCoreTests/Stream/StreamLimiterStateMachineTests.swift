#if Exhaustive
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// When elements are forwarded, with times in seconds.
@Suite struct StreamLimiterStateMachineTests {
  private typealias Machine = StreamLimiter<Int, TestClock.Instant>.StateMachine

  /// Offers elements at times, and returns what is forwarded when.
  private func run(_ rate: StreamRate, _ elements: [(at: Int, element: Int)]) -> [String] {
    var machine = Machine(rate)
    var forwarded: [String] = []
    var deadline: TestClock.Instant?
    for (at, element) in elements {
      let now = time(at)
      while let due = deadline, due <= now {
        deadline = reach(due, &machine, &forwarded)
      }
      let step = machine.offer(element, at: now)
      if let element = step.forwarded { forwarded.append("\(element) at \(at)") }
      deadline = step.opened ?? deadline
    }
    while let due = deadline {
      deadline = reach(due, &machine, &forwarded)
    }
    return forwarded
  }

  private func reach(
    _ due: TestClock.Instant,
    _ machine: inout Machine,
    _ forwarded: inout [String]
  ) -> TestClock.Instant? {
    switch machine.reach(due) {
    case .later(let later): return later
    case .forward(let element, let next):
      forwarded.append("\(element) at \(due.offset.components.seconds)")
      return next
    case .closed: return nil
    }
  }

  private func time(_ seconds: Int) -> TestClock.Instant {
    TestClock.Instant(offset: .seconds(seconds))
  }

  @Test func `debounced elements are forwarded after a pause`() {
    let rate = StreamRate.debounce(for: .seconds(3))
    #expect(run(rate, [(0, 1), (2, 2), (4, 3), (10, 4)]) == ["3 at 7", "4 at 13"])
    #expect(run(rate, [(0, 1), (3, 2)]) == ["1 at 3", "2 at 6"])
  }

  @Test func `the leading edge forwards the first of each interval`() {
    let rate = StreamRate.throttle(for: .seconds(3), edges: .leading)
    #expect(run(rate, [(0, 1), (1, 2), (2, 3), (3, 4), (5, 5), (20, 6)]) == ["1 at 0", "4 at 3", "6 at 20"])
  }

  @Test func `the trailing edge forwards the newest at the end of each interval`() {
    let rate = StreamRate.throttle(for: .seconds(3), edges: .trailing)
    #expect(run(rate, [(0, 1), (1, 2), (4, 3), (20, 4)]) == ["2 at 3", "3 at 6", "4 at 23"])
  }

  @Test func `both edges forward the first at once and the newest at the end of each interval`() {
    let rate = StreamRate.throttle(for: .seconds(3))
    #expect(run(rate, [(0, 1), (1, 2), (2, 3), (5, 4), (20, 5)]) == ["1 at 0", "3 at 3", "4 at 6", "5 at 20"])
  }

  @Test func `an edge that keeps the first forwards the first that was held back`() {
    let elements = [(0, 1), (1, 2), (2, 3), (5, 4), (20, 5), (21, 6), (22, 7)]
    let trailing = StreamRate.throttle(for: .seconds(3), edges: .trailingKeepingFirst)
    #expect(run(trailing, elements) == ["1 at 3", "4 at 6", "5 at 23"])
    let both = StreamRate.throttle(for: .seconds(3), edges: .bothKeepingFirst)
    #expect(run(both, elements) == ["1 at 0", "2 at 3", "4 at 6", "5 at 20", "6 at 23"])
  }

  @Test(arguments: [StreamRate.debounce(for: .zero), .throttle(for: .seconds(-1))])
  func `a limit without an interval forwards everything at once`(rate: StreamRate) {
    #expect(run(rate, [(0, 1), (0, 2), (0, 3)]) == ["1 at 0", "2 at 0", "3 at 0"])
  }

  @Test(arguments: [ThrottleEdges.leading, .trailing, .both, .trailingKeepingFirst, .bothKeepingFirst])
  func `no two elements are closer than the interval, and the newest is not lost`(edges: ThrottleEdges) {
    var random = SplitMix64(seed: 7)
    for _ in 0..<200 {
      var at = 0
      var elements: [(at: Int, element: Int)] = []
      for element in 0..<20 {
        at += random.number(below: 5)
        elements.append((at, element))
      }
      let forwarded = run(.throttle(for: .seconds(3), edges: edges), elements)
      let times = forwarded.compactMap { Int($0.split(separator: " ")[2]) }
      #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 3 })
      #expect(edges == .leading || edges.keepsFirst || forwarded.last?.hasPrefix("19 ") == true)
      let order = forwarded.compactMap { Int($0.split(separator: " ")[0]) }
      #expect(order == order.sorted())
    }
  }

  @Test func `a debounce window is open until its element has been forwarded`() throws {
    var machine = Machine(.debounce(for: .seconds(3)))
    #expect(machine.offer(1, at: time(0)).opened == time(3))
    guard case .forward(1, let next) = machine.reach(time(3)) else {
      Issue.record("The element was not forwarded.")
      return
    }
    // While the store makes room. A second window, if it opened now, would forward at the same time as the first one.
    #expect(machine.offer(2, at: time(4)).opened == nil)
    guard case .later(time(7)) = machine.reach(next) else {
      Issue.record("The window was closed, or ended at another time.")
      return
    }
  }

  @Test func `a limiter is idle while it holds nothing`() {
    var machine = Machine(.debounce(for: .seconds(3)))
    #expect(machine.isIdle)
    _ = machine.offer(1, at: time(0))
    #expect(!machine.isIdle)
    _ = machine.reach(time(3))
    #expect(machine.isIdle)
  }

  @Test func `a limiter is not idle once its source has ended, whatever it holds`() {
    for isHolding in [false, true] {
      var machine = Machine(.debounce(for: .seconds(3)))
      if isHolding { _ = machine.offer(1, at: time(0)) }
      machine.end()
      #expect(!machine.isIdle)
      guard case .forward(1, let next) = machine.reach(time(3)) else {
        #expect(!isHolding)
        continue
      }
      #expect(!machine.isIdle)
      _ = machine.reach(next)
      #expect(!machine.isIdle)
    }
  }

  @Test func `a source that fails returns what is held, once`() {
    var machine = Machine(.debounce(for: .seconds(3)))
    #expect(machine.fail() == nil)
    _ = machine.offer(1, at: time(0))
    #expect(machine.fail() == 1)
    #expect(machine.fail() == nil)
  }
}
#endif
