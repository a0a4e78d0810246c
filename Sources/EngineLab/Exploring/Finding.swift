import Foundation
import StoreSimulation

/// A scenario file with the steps and the deviations alone by which engines differ.
struct Finding {
  /// The file in the working directory that is written when the user names no other.
  static let defaultPath = "engine-lab-finding.json"

  /// The members of the scenario file, without the steps that are left out.
  private var scenario: [String: JSONNode]
  private let deviations: [EngineDeviation]

  /// Makes the finding of a scenario file, without the steps that the deviations leave out.
  init(of path: String, _ deviations: [EngineDeviation]) throws {
    let root = try JSONNode(try Scenario.data(ofFileAt: path), file: path)
    let skipped = Set(
      deviations.compactMap { if case .skipped(let step) = $0.deviation { step } else { nil as Int? } }
    )
    let members = try root.members(orElse: "expected an object", hint: "").all
    scenario = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    scenario["steps"]?.removeElements { skipped.contains($0 + 1) }
    self.deviations = deviations.compactMap { deviation in
      switch deviation.deviation {
      case .skipped: nil
      // Counted without those that are left out.
      case .stepFirst(let step): EngineDeviation(.stepFirst(step - skipped.count { $0 < step }), of: deviation.engine)
      default: deviation
      }
    }
  }

  /// Looks whether the file can be written, and leaves everything as it is.
  static func check(_ path: String) throws(LabError) {
    do {
      try ReportFile(path: path).check()
    } catch {
      throw refusal(of: path)
    }
  }

  /// Writes the file, in place of what was there.
  func write(to path: String) throws {
    let text = try jsonText() + "\n"
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      throw Self.refusal(of: path)
    }
  }

  private static func refusal(of path: String) -> LabError {
    let reason = "the finding cannot be written there. Choose another file with '--finding'."
    return LabError(subject: path, reason: reason)
  }
}

extension Finding: Encodable {
  private enum Key: CodingKey { case deviations }

  func encode(to encoder: any Encoder) throws {
    try scenario.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(deviations, forKey: .deviations)
  }
}
