import Foundation
import StoreSimulation

/// A scenario file with the steps and the deviations alone by which engines differ.
struct Finding {
  /// The file in the working directory that is written when the user names no other.
  static let defaultPath = "engine-lab-finding.json"

  private let text: String

  /// Makes the finding of a scenario file.
  ///
  /// - Parameters:
  ///   - path: The scenario file.
  ///   - deviations: In what the plays differ from plain ones; the steps that they leave out are left out of the file.
  /// - Throws: A ``ScenarioError`` where the file is not there any more.
  init(of path: String, _ deviations: [EngineDeviation]) throws(ScenarioError) {
    let root = try JSONText(try Scenario.data(ofFileAt: path), file: path).root
    let skipped = Set(
      deviations.compactMap { if case .skipped(let step) = $0.deviation { step } else { nil as Int? } }
    )
    var members: [JSONValue.Member] = []
    if case .object(let given) = root.content {
      for member in given where member.name != "deviations" {
        var value = JSONValue(member.value)
        if member.name == "steps", case .array(let steps) = value {
          value = .array(steps.enumerated().filter { !skipped.contains($0.offset + 1) }.map(\.element))
        }
        members.append(JSONValue.Member(key: member.name, value: value))
      }
    }
    let kept = deviations.map { deviation in
      guard case .stepFirst(let step) = deviation.deviation else { return deviation }
      // Counted without those that are left out.
      return EngineDeviation(.stepFirst(step - skipped.count { $0 < step }), of: deviation.engine)
    }
    members.append(JSONValue.Member(key: "deviations", value: .array(kept.compactMap(\.json))))
    text = JSONValue.object(members).text() + "\n"
  }

  /// Looks whether the file can be written, and leaves everything as it is.
  ///
  /// - Throws: A ``LabError`` if it cannot.
  static func check(_ path: String) throws(LabError) {
    do {
      try ReportFile(path: path).check()
    } catch {
      throw refusal(of: path)
    }
  }

  /// Writes the file, in place of what was there.
  ///
  /// - Throws: A ``LabError`` if it cannot be written.
  func write(to path: String) throws(LabError) {
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

extension JSONValue {
  /// The value of a text.
  init(_ node: JSONNode) {
    self =
      switch node.content {
      case .object(let members): .object(members.map { Member(key: $0.name, value: JSONValue($0.value)) })
      case .array(let elements): .array(elements.map { JSONValue($0) })
      case .string(let text): .string(text)
      case .number(let number): Int(exactly: number).map { .integer($0) } ?? .number(number)
      case .bool(let value): .bool(value)
      case .null: .null
      }
  }
}
