import Testing

@testable import EngineLab

@MainActor
@Suite struct DownloadReportTests {
  @Test func `a cancelled and a restarted download is reported`() async throws {
    #expect(
      try await ShippedScenario.report("download") == """
        Download, change one's mind, start again
        1050 KB in chunks of 100 KB, 50ms each, virtual time

        Timeline
          0.000s  start requested
          0.000s  download started
          0.150s  received 300 of 1050 KB
          0.300s  received 600 of 1050 KB
          0.320s  cancel requested
          0.320s  download cancelled
          1.000s  start requested
          1.000s  download started
          1.150s  received 300 of 1050 KB
          1.220s  start requested
          1.220s  download replaced
          1.220s  download started
          1.370s  received 300 of 1050 KB
          1.520s  received 600 of 1050 KB
          1.620s  received 800 of 1050 KB
          1.770s  received 1050 of 1050 KB
          1.770s  download finished

        Final state
          Download  finished
          Received  1050 of 1050 KB

        Totals (actions, then effects)
          engine  actions  started  ended  finished  failed  cancelled  dropped
          elm          29        3      3         1       0          2        0

        One engine ran; nothing to compare it with.

        """
    )
  }

  @Test func `a connection that breaks is reported`() async throws {
    #expect(
      try await ShippedScenario.report("download-breaks") == """
        A connection that breaks
        1000 KB in chunks of 100 KB, 50ms each, virtual time

        Timeline
          0.000s  start requested
          0.000s  download started
          0.150s  received 300 of 1000 KB
          0.250s  received 500 of 1000 KB
          0.350s  download failed: the connection was lost
          0.500s  start requested
          0.500s  download started
          0.650s  received 300 of 1000 KB
          0.750s  received 500 of 1000 KB
          0.850s  download failed: the connection was lost

        Final state
          Download  failed: the connection was lost
          Received  600 of 1000 KB

        Totals (actions, then effects)
          engine  actions  started  ended  finished  failed  cancelled  dropped
          elm          18        2      2         0       2          0        0

        One engine ran; nothing to compare it with.

        """
    )
  }
}
