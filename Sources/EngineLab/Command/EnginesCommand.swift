package import ArgumentParser

/// `engine-lab engines`: lists the engines.
package struct EnginesCommand: ParsableCommand {
  /// The name and the help.
  package static let configuration = CommandConfiguration(
    commandName: "engines",
    abstract: "Print the engines, each with its paradigm.",
    discussion: """
      EXAMPLES:
        engine-lab engines

      'engine-lab run FILE --engine NAME' takes a name from this list.
      """
  )

  /// Creates a command for the parser to fill.
  package init() {}

  /// Prints the list.
  ///
  /// - Throws: A ``LabError`` if it cannot be printed.
  func execute(engines: LabEngines, console: Console) throws(LabError) -> LabStatus {
    let rows = engines.all.map { [$0.name.printable, $0.summary.printable] }
    try console.output(TextColumns.text(rows))
    return .success
  }
}
