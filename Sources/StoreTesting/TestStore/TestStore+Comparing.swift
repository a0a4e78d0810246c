import StoreCore
import StoreRecording

extension TestStore {
  /// Compares the observed value with what `change` makes of the asserted one, and continues from there.
  ///
  /// For a step that has waited for a change in vain, `unchanged` says since when there was none, "step" or "action", and
  /// which work has not ended, `nil` for a scope whose child has departed.
  ///
  /// - Returns: whether it is as expected.
  @discardableResult
  func compare(
    _ value: Observed,
    after step: @autoclosure () -> String,
    _ exhaustivity: Exhaustivity,
    unchanged: (since: String, work: PendingWork?)? = nil,
    at site: CallSite,
    _ change: (@MainActor (inout Observed) throws -> Void)?
  ) -> Bool {
    let before = asserted
    asserted = value
    do {
      switch try Comparison(of: value, after: before, isExhaustive: exhaustivity.isOn, change: change) {
      case .equal:
        return true
      case .equalInPart(let expected):
        if exhaustivity.showsSkipped {
          TestStoreReport.skippedChanges("after \(step())", asserted: expected, actual: value).show(at: site)
        }
        return true
      case .different(let expected):
        let hasCome = ValueParts.areEqual(expected, observe(store.state))
        let report = TestStoreReport.wrongState(after: step(), expected: expected, actual: value, hasCome: hasCome)
        fail(report, unchanged, at: site)
      case .differentInPart(let differences):
        fail(.wrongParts(after: step(), differences), unchanged, at: site)
      case .unchanged:
        reportUnlessLate(.unchanged(after: step()), at: site)
      }
    } catch {
      reportUnlessLate(.thrown(error, after: step()), at: site)
    }
    return false
  }

  /// Reports a wrong state, which may be that of a step that has waited for a change in vain.
  private func fail(_ report: TestStoreReport, _ unchanged: (since: String, work: PendingWork?)?, at site: CallSite) {
    let report = report.withoutChange(unchanged)
    if let work = unchanged?.work, !work.isEmpty {
      self.report(report, missing: work, at: site)
    } else {
      reportUnlessLate(report, at: site)
    }
  }
}

/// A comparison of what was observed with what the test expects.
enum Comparison<Value: Equatable> {
  /// They are equal.
  case equal
  /// The expected changes were made, and others that are not asserted; only if not everything has to be.
  case equalInPart(expected: Value)
  /// They differ.
  case different(expected: Value)
  /// Parts differ that the test expects to change; only if not everything has to be asserted.
  case differentInPart([PartDifference])
  /// The expected change changes nothing.
  case unchanged

  /// Compares a value with what `change` makes of the one before; without `change`, nothing is expected to change.
  ///
  /// If not everything has to be asserted, only the parts that `change` has changed are compared.
  init(of value: Value, after before: Value, isExhaustive: Bool, change: ((inout Value) throws -> Void)?) throws {
    var expected = before
    try change?(&expected)
    let changesNothing = change != nil && ValueParts.areEqual(expected, before)
    if ValueParts.areEqual(expected, value) {
      self = changesNothing ? .unchanged : .equal
    } else if isExhaustive {
      self = .different(expected: expected)
    } else if changesNothing {
      self = .unchanged
    } else {
      let differences = PartDifference.find(before: before, expected: expected, actual: value)
      self = differences.isEmpty ? .equalInPart(expected: expected) : .differentInPart(differences)
    }
  }
}
