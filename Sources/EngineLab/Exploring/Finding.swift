import Foundation
import OrderedCollections
import StoreSimulation

/// A scenario file with only the steps and the deviations by which engines differ.
struct Finding {
  /// The file in the working directory that is written by default.
  static let defaultPath = "engine-lab-finding.json"

  private let scenario: JSONObject

  /// Makes the finding of the text of a scenario, without the steps that the deviations leave out.
  init(of text: JSONNode, _ deviations: [EngineDeviation]) throws {
    let skipped = Set(deviations.compactMap { if case .skipped(let step) = $0.deviation { step } else { nil as Int? } })
    let left = deviations.compactMap { deviation -> EngineDeviation? in
      switch deviation.deviation {
      case .skipped: nil
      // Counted without skipped steps.
      case .stepFirst(let step): EngineDeviation(.stepFirst(step - skipped.count { $0 < step }), of: deviation.engine)
      case .stepLate(let step, let time):
        EngineDeviation(.stepLate(step - skipped.count { $0 < step }, by: time), of: deviation.engine)
      default: deviation
      }
    }
    guard case .object(let members) = text.content, case .array(let steps) = members["steps"]?.content else {
      throw text.text.error(at: text.place, "this is no scenario.")
    }
    let stepsLeft = steps.indices.filter { !skipped.contains($0 + 1) }.map { steps[$0] }
    scenario = JSONObject(members.map { ($0, $1) } + [("steps", stepsLeft), ("deviations", left)])
  }

  /// Returns the output file of a finding at a path.
  static func file(_ path: String) -> OutputFile { OutputFile(path: path, noun: "finding") }

  /// Writes the file, and replaces an earlier one.
  func write(to path: String) throws { try Self.file(path).write(try scenario.jsonText() + "\n") }
}
