import ArgumentParser
import Foundation

/// `engine-lab engines`: lists the engines.
struct EnginesCommand: LabCommand {
  static let configuration = CommandConfiguration(
    commandName: "engines",
    abstract: "Print the engines, each with its paradigm.",
    discussion: """
      EXAMPLES:
        engine-lab engines

      'engine-lab run FILE --engine NAME' takes a name from this list.
      """
  )

  func execute(in context: LabContext) throws -> LabStatus {
    let rows = context.engines.map { [$0.name.printable, $0.summary.printable] }
    try context.console.output(TextColumns.text(rows))
    return .success
  }
}

/// `engine-lab scenarios`: lists and checks the scenario files of a folder.
struct ScenariosCommand: LabCommand {
  static let configuration = CommandConfiguration(
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

  @Option(help: "The folder with the scenario files.")
  var folder = "Scenarios"

  func execute(in context: LabContext) throws -> LabStatus {
    var rows: [[String]] = []
    var errors: [LabError] = []
    for path in try Scenario.files(in: folder) {
      do {
        let scenario = try Scenario(contentsOf: path, engines: context.engines.map(\.name))
        rows.append([path.printable, scenario.script.feature, scenario.title.printable])
      } catch let error as LabError {
        errors.append(error)
      }
    }
    try context.console.output(TextColumns.text(rows))
    for error in errors { context.console.error("\(error)\n") }
    return errors.isEmpty ? .success : .badInput
  }
}

extension Scenario {
  /// Finds the JSON files directly in a folder, sorted by name, without hidden ones.
  static func files(in folder: String) throws(LabError) -> [String] {
    let files = try FileProbe.names(inFolderAt: folder)
      .filter { !$0.hasPrefix(".") && $0.lowercased().hasSuffix(".json") }
      .sorted(by: String.isInByteOrder)
    if files.isEmpty { throw LabError(subject: folder, reason: "the folder has no scenario files.") }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return files.map { prefix + $0 }
  }
}
