import Testing

@testable import EngineLab

@MainActor
@Suite struct TickerReportTests {
  @Test func `a ticker that is stopped and restarted is reported`() async throws {
    #expect(
      try await ShippedScenario.report("ticker") == """
        Ticks in bursts that no buffer could hold
        4000 ticks in bursts of 1000, 100ms apart, at most 256 waiting, virtual time

        Timeline
          0.000s  start requested
          0.100s  tick 1 of 4000
          0.100s  tick 1000 of 4000
          0.200s  tick 2000 of 4000
          0.250s  stop requested
          0.250s  ticker cancelled
          1.000s  start requested
          1.100s  tick 1 of 4000
          1.100s  tick 1000 of 4000
          1.150s  start requested
          1.150s  ticker replaced
          1.250s  tick 1 of 4000
          1.250s  tick 1000 of 4000
          1.350s  tick 2000 of 4000
          1.450s  tick 3000 of 4000
          1.550s  tick 4000 of 4000

        Final state
          Ticker     finished
          Received   4000 of 4000 ticks
          Last       4000
          Lost       none
          Reordered  none

        Totals (actions, then effects)
          engine  actions  started  ended  finished  failed  cancelled  dropped  most waiting
          elm        7004        3      3         1       0          2        0           256

        One engine ran; nothing to compare it with.

        """
    )
  }
}
