/// What an effect does now, and why it has not ended.
public struct EffectReport: Sendable {
  /// What an effect does or waits for.
  public enum Status: Sendable {
    /// It runs; what its operation waits for is not known.
    case running
    /// It is a stream that waits for its next element.
    case waitsForElement
    /// It is a stream that waits until its store has handled some of the elements that it has handed over.
    case blocked(buffered: Int)
    /// It begins when enough of these have ended: effects of its name, or in programs of that name.
    case queued(behind: [CancellationToken])
    /// It begins when the interval of its throttle ends.
    case heldByThrottle
    /// It was cancelled or replaced, and its task has not ended.
    case draining
  }

  /// The effect.
  public let effect: EffectInfo
  /// What it does or waits for.
  public let status: Status
  /// The number of waits that last until it has ended, such as for the value of a handle.
  public let waiterCount: Int
}

extension EffectReport: CustomStringConvertible {
  /// What the effect does, in a sentence.
  public var description: String {
    let subject = effect.numberedTitle
    return "\(subject.prefix(1).uppercased())\(subject.dropFirst()) \(words)."
  }

  /// What the effect does, and which waits last until it ends, as the predicate of a sentence.
  package var words: String { status.words + waits }

  /// The waits that last until the effect ends, as the end of a sentence.
  package var waits: String {
    waiterCount == 0 ? "" : ", and \(waiterCount == 1 ? "a wait lasts" : "\(waiterCount) waits last") until it ends"
  }
}

extension EffectReport.Status {
  /// The status, as the predicate of a sentence.
  fileprivate var words: String {
    switch self {
    case .running: "runs"
    case .waitsForElement: "waits for an element"
    case .blocked(let count): "waits until its store has handled some of \(count) elements"
    case .queued(let tokens):
      "waits for its turn" + (tokens.isEmpty ? "" : " behind ")
        + tokens.map { "#\($0.rawValue)" }.joined(separator: ", ")
    case .heldByThrottle: "waits for the end of its throttle's interval"
    case .draining: "was cancelled, and its task has not ended"
    }
  }
}

extension EffectTable.StateMachine {
  /// What is known of a run here.
  struct Report {
    let run: Run
    let status: RunStatus
    /// Those of which enough have to end before a queued one begins.
    let blockers: [Run]
    let waiterCount: Int
  }

  /// The reports of all runs, or of those of a scope and of scopes nested in it, in launch order.
  ///
  /// - Complexity: O(the runs, and for each queued one those in front of it, and for each waiter what it waits for).
  func reports(in scope: EffectScope?) -> [Report] {
    var waiterCounts: [RunKey: Int] = [:]
    for wait in tree.waits {
      for key in waitedFor(wait.node, wait.scope) { waiterCounts[key, default: 0] += 1 }
    }
    return runs.keys(among: scope.map { containers.runs(in: $0) }).compactMap { key -> Report? in
      guard let run = runs.run(of: key), let entry = runs[key] else { return nil }
      let ahead = runs.queue(of: key).map { id in blockers(of: id).joined().filter { $0 != key } } ?? []
      return Report(
        run: run,
        status: entry.status,
        blockers: ahead.compactMap { runs.run(of: $0) },
        waiterCount: waiterCounts[key] ?? 0
      )
    }
  }
}

extension EffectTable {
  /// The reports of the effects that run, wait or drain; in a scope, those of it and of scopes nested in it.
  func effectReports(in scope: EffectScope?) -> [EffectReport] {
    // In this order: a run that is cancelled in between is found.
    let live = withMachine { $0.reports(in: scope) }
    let known = Set(live.map(\.run.token))
    let drains = drainingRuns(in: scope).filter { !known.contains($0.token) }
    return live.map { report in
      EffectReport(
        effect: report.run.info.seen(from: scope),
        status: Self.status(of: report),
        waiterCount: report.waiterCount
      )
    } + drains.map { EffectReport(effect: $0.info.seen(from: scope), status: .draining, waiterCount: 0) }
  }

  private static func status(of report: Machine.Report) -> EffectReport.Status {
    switch report.status {
    case .queued: .queued(behind: report.blockers.map(\.token))
    case .held: .heldByThrottle
    case .running:
      if let count = report.run.buffer?.blockedCount {
        .blocked(buffered: count)
      } else {
        report.run.buffer?.isWaitingForElement == true ? .waitsForElement : .running
      }
    }
  }
}
