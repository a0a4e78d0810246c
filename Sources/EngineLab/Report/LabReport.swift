/// A scenario with what each engine made of it: all that a rendering needs.
package struct LabReport: Equatable, Sendable {
  /// The title of the scenario.
  package var title: String

  /// The folder as the user named it.
  package var folder: String

  /// The number of text files in the folder.
  package var files: Int

  /// Which time the events carry.
  package var time: TimeKind

  /// One report per engine, in the order in which the engines ran.
  package var runs: [RunReport]

  /// Creates a report.
  package init(title: String, folder: String, files: Int, time: TimeKind, runs: [RunReport]) {
    self.title = title
    self.folder = folder
    self.files = files
    self.time = time
    self.runs = runs
  }

  /// Whether the engines agree.
  package var agreement: Agreement { Agreement(of: runs) }
}
