import EngineLab
import Foundation

/// The executable: hands the arguments and the engines to the command.
@main
struct EngineLabMain {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    exit(
      await EngineLabCommand.run(
        arguments: arguments,
        engines: LabEngines([ElmLabEngine(), FeatureLabEngine(), EffectViewLabEngine(), ReduxLabEngine()])
      )
    )
  }
}
