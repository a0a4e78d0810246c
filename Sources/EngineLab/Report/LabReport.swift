/// A scenario with what each engine made of it: all that a rendering needs.
package struct LabReport: Equatable, Sendable {
  /// The title of the scenario.
  package var title: String

  /// Where the scenario was played, in a few words.
  package var setting: String

  /// Which time the events carry.
  package var time: TimeKind

  /// One report per engine, in the order in which the engines ran.
  package var runs: [RunReport]

  /// Creates a report.
  package init(title: String, setting: String, time: TimeKind, runs: [RunReport]) {
    self.title = title
    self.setting = setting
    self.time = time
    self.runs = runs
  }

  /// Whether the engines agree.
  package var agreement: Agreement { Agreement(of: runs) }

  /// Where the engines first differ; nil if they agree.
  package var divergence: Divergence? { Divergence(of: runs) }

  /// The names of the other engines that made the same of the scenario as this one, in their order.
  package func peers(of run: RunReport) -> [String] {
    runs.filter { $0.engine != run.engine && Agreement(of: [run, $0]) == .agree }.map(\.engine)
  }
}
