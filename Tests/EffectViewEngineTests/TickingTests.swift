import EffectViewEngine
import StoreTesting
import Testing
import _StoreTestSupport

@MainActor
@Suite struct TickingTests {
  private let bench = TestBench(isTraced: false)

  @Test func `a host ticks, polls and reaches its clock`() async {
    let update: EffectHost<[String], String, Int>.Update = { state, event in
      state.append(event)
      return event == "start"
        ? .merge(
          .timer(every: .seconds(2), id: "clock") { "tick" },
          .poll(every: .seconds(3), id: "poll") { env in "poll \(env)" },
          .run { input, _ in
            try await input.clock.sleep(for: .seconds(1))
            input("slept")
          }
        ) : nil
    }
    let host = EffectHost(state: [], initialEnv: 7, options: bench.options, update: update)
    host.send("start")
    await bench.clock.advance(by: .seconds(4))
    #expect(host.state == ["start", "poll 7", "slept", "tick", "poll 7", "tick"])
    host.cancelAll()
    await bench.clock.advance(by: .seconds(4))
    #expect(host.state.count == 6)
    #expect(host.input.clock is TestClock)
  }

  @Test func `a poll that is cancelled on its way to the main actor does not begin`() async {
    let begun = Counter()
    let journal = Journal(options: bench.options)
    journal.run(
      .poll(every: .seconds(3), id: "poll") { _ in
        begun.add()
        return .note("polled")
      }
    )
    #expect(bench.executor.runUntilIdle())
    journal.cancel(id: "poll")
    await journal.settle()
    #expect(begun.value == 0)
  }
}
