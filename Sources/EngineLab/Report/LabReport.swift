import StoreTimeline

/// A scenario with what each engine made of it: all that a rendering needs.
struct LabReport: Equatable, Sendable {
  /// The clock by which events were timed.
  enum TimeKind: String, Encodable, Sendable {
    /// A clock that stands still while code runs, so that times are exact and the same in every run.
    case virtual
    /// The clock on the wall.
    case real
  }

  /// Whether engines made the same of a scenario.
  ///
  /// Engines agree when the user could not tell them apart: the same events at the same times, the same screen after
  /// each step and at the end of each moment, and the same final state. The totals do not count: paradigms differ in
  /// how many actions they need.
  enum Agreement: String, Encodable, Sendable {
    /// No engine ran.
    case empty
    /// One engine ran.
    case single
    case agree
    case differ
  }

  /// The title of the scenario.
  var title: String
  /// Where the scenario was played, in a few words.
  var setting: String
  /// Which time the events carry.
  var time: TimeKind
  /// In what the plays differ from plain ones, in words.
  var changes: [String] = []
  /// One report per engine, in the order in which the engines ran.
  var runs: [RunReport]
  /// What differs from the first engine, in sentences; nothing where all agree.
  var differences: [String] = []

  /// Whether the engines agree.
  var agreement: Agreement {
    if !differences.isEmpty { return .differ }
    return runs.isEmpty ? .empty : runs.count == 1 ? .single : .agree
  }

  /// Where the engines first differ; nil if they agree.
  var firstDifference: Difference? { Difference(of: runs) }

  /// The names of the other engines that made the same of the scenario as this one, in their order.
  func peers(of run: RunReport) -> [String] {
    runs.filter { $0.engine != run.engine && Impression(report: $0) == Impression(report: run) }.map(\.engine)
  }

  /// The report as a document for machines; `Scenarios/README.md` tells of its keys.
  ///
  /// - Parameter path: Where the page with the same report is; nil if there is none.
  /// - Returns: The document, whose keys always come in the same order.
  /// - Throws: What encoding throws.
  func json(page path: String? = nil) throws -> JSONValue {
    try ValueEncoder.encode(Document(self, page: path))
  }
}

extension LabReport {
  /// The keys of the document and their order.
  private struct Document: Encodable {
    struct Engine: Encodable {
      let name: String
      let agreesWith: [String]
      let totals: RunTotals
      let cost: RunCost
      let events: [RunEvent]
      let actions: [ActionMark]
      let effects: [EffectSpan]
      let screens: [ScreenMark]
      let finalState: FinalState
    }

    /// The version of the keys; it grows when one is renamed, removed or given another meaning.
    let format = 1
    let title: String
    let setting: String
    let time: TimeKind
    let agreement: Agreement
    let differences: [String]
    let firstDifference: Difference?
    let engines: [Engine]
    let report: String?

    init(_ report: LabReport, page path: String?) {
      title = report.title
      setting = report.setting
      time = report.time
      agreement = report.agreement
      differences = report.differences
      firstDifference = report.firstDifference
      engines = report.runs.map { run in
        Engine(
          name: run.engine,
          agreesWith: report.peers(of: run),
          totals: run.totals,
          cost: run.cost,
          events: run.events,
          actions: run.timeline.actions,
          effects: run.timeline.effects,
          screens: run.screens,
          finalState: run.finalState
        )
      }
      self.report = path
    }
  }
}
