import EngineLab
import Foundation
import StoreInspector

/// The executable.
@main
struct EngineLabMain {
  static func main() async {
    let status = await EngineLabTool.run(arguments: Array(CommandLine.arguments.dropFirst())) { control in
      Inspector.start(control: control, inRelease: true)
    }
    exit(status)
  }
}
