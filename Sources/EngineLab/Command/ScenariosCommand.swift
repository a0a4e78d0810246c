package import ArgumentParser

/// `engine-lab scenarios`: lists and checks the scenario files of a folder.
package struct ScenariosCommand: ParsableCommand {
  /// The name and the help.
  package static let configuration = CommandConfiguration(
    commandName: "scenarios",
    abstract: "Print the scenario files of a folder, and check each of them.",
    discussion: """
      EXAMPLES:
        engine-lab scenarios
        engine-lab scenarios --folder ../app/Scenarios

      The list goes to standard output, what is wrong with a file to standard error. With a wrong file the exit status \
      is 2.
      """
  )

  /// The path of the folder.
  @Option(help: "The folder with the scenario files.")
  package var folder = "Scenarios"

  /// Creates a command for the parser to fill.
  package init() {}

  /// Prints the list.
  ///
  /// - Returns: Whether all files are scenarios.
  /// - Throws: A ``LabError`` if the folder cannot be read, or the list not be printed.
  func execute(console: Console) throws(LabError) -> LabStatus {
    var rows: [[String]] = []
    var errors: [ScenarioError] = []
    for path in try ScenarioFolder.files(in: folder) {
      do throws(ScenarioError) {
        let scenario = try Scenario(contentsOf: path)
        rows.append([path.printable, scenario.content.feature.rawValue, scenario.title.printable])
      } catch {
        errors.append(error)
      }
    }
    try console.output(TextColumns.text(rows))
    for error in errors { console.error("\(error)\n") }
    return errors.isEmpty ? .success : .badInput
  }
}
