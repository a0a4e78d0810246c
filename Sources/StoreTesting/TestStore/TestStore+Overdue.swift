import StoreCore

/// What a test has been told of, and is not told again.
struct Told {
  /// The effects that ran.
  var running: Set<CancellationToken> = []
  /// The action whose handler was suspended.
  var suspended: NodeKey?

  /// Whether there is nothing in the work of a store of which the test has not been told.
  func covers(_ work: PendingWork) -> Bool {
    (work.effects + work.draining).allSatisfy { running.contains($0.token) }
      && (!work.isHandling || work.suspended == suspended)
  }

  mutating func add(_ work: PendingWork) {
    running.formUnion((work.effects + work.draining).map(\.token))
    if work.isHandling { suspended = work.suspended }
  }
}

// A clock that was not advanced far enough makes the test lag behind its store: what a step misses comes in a later one.
extension TestStore {
  /// Fails a step that has missed something, unless that follows from an earlier step that has waited for the same work.
  ///
  /// From then on what was not asserted may have come late, and is not reported, until a step receives what it expects.
  func report(_ report: TestStoreReport, missing work: PendingWork?, at site: CallSite) {
    guard let work, !work.isEmpty else { return report.record(at: site, in: recorder.session) }
    let isKnown = overdue?.covers(work) == true
    overdue = overdue ?? Told()
    overdue?.add(work)
    if !isKnown { report.record(at: site, in: recorder.session) }
  }

  /// Fails a step, unless it may follow from an earlier one that has missed something.
  func reportUnlessLate(_ report: TestStoreReport, at site: CallSite) {
    if overdue == nil { report.record(at: site, in: recorder.session) }
  }

  /// Notes that a step has received what it expects.
  func catchUp() { overdue = nil }

  /// Returns whether a step has to assert everything: not while something may come late.
  func current(_ exhaustivity: Exhaustivity?) -> Exhaustivity {
    let exhaustivity = exhaustivity ?? self.exhaustivity
    return overdue != nil && exhaustivity.isOn ? .off : exhaustivity
  }
}
