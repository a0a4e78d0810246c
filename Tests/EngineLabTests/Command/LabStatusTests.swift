import Testing

@testable import EngineLab

@Suite struct LabStatusTests {
  @Test func `statuses have the numbers that scripts rely on`() {
    #expect(LabStatus.success.rawValue == 0)
    #expect(LabStatus.disagreement.rawValue == 1)
    #expect(LabStatus.badInput.rawValue == 2)
    #expect(LabStatus.interrupted.rawValue == 130)
  }

  @Test func `only disagreement fails a comparison`() {
    #expect(LabStatus(LabReport.Agreement.single) == .success)
    #expect(LabStatus(LabReport.Agreement.agree) == .success)
    #expect(LabStatus(LabReport.Agreement.differ) == .disagreement)
  }

  @Test func `bad input has another status than a cancellation`() {
    #expect(LabStatus(LabError(subject: "a", reason: "b.")) == .badInput)
    #expect(LabStatus(CancellationError()) == .disagreement)
  }
}
