import EngineLab
import Foundation

/// The executable.
@main
struct EngineLabMain {
  static func main() async {
    exit(await EngineLabTool.run(arguments: Array(CommandLine.arguments.dropFirst())))
  }
}
