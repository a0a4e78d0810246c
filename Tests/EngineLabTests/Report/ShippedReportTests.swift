import Foundation
import Testing

@testable import EngineLab

@MainActor
@Suite struct ShippedReportTests {
  @Test(arguments: ["checkout", "checkout-cancel", "checkout-timeout", "download", "download-breaks", "ticker"])
  func `the report of a scenario is that in the folder of reports`(name: String) async throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Reports/\(name).txt")
    #expect(try await ShippedScenario.report(name) == String(contentsOf: file, encoding: .utf8))
  }
}
