import Foundation
import StoreSimulation

/// A script with its title: what every engine plays.
struct Scenario: Sendable {
  /// The size above which a file cannot be a scenario.
  static let maximumFileSize = 1 << 20

  /// The features that scenarios can drive, in the order in which messages name them.
  static let features: [any LabFeature.Type] = [Search.self, Download.self, Ticker.self, Checkout.self]

  /// What the scenario shows, in a few words; the file's name unless the file gives a title.
  var title: String
  /// The steps of the user.
  var script: any AnyScript
  /// The differences of a finding's play from a plain one.
  var deviations: [EngineDeviation] = []
}

extension Scenario {
  /// Reads and checks a scenario file, whose deviations apply to engines with these names; messages name it by the
  /// given path.
  init(contentsOf path: String, engines: [String]? = nil) throws {
    try self.init(data: try Self.data(ofFileAt: path), file: path, engines: engines)
  }

  /// Returns the contents of a file that can be a scenario, or a file of faults.
  static func data(ofFileAt path: String) throws(LabError) -> Data {
    func refusal(_ reason: String) -> LabError { LabError(subject: path, reason: reason) }
    try FileProbe.checkFile(at: path)
    // One byte more than allowed shows that a file is too large without reading all of it.
    let data = FileProbe.contents(ofFileAt: path, upToCount: maximumFileSize + 1)
    guard let data else { throw refusal("the file cannot be read.") }
    if data.count > maximumFileSize { throw refusal("the file is larger than 1 MiB, the limit.") }
    return data
  }

  /// Refuses a finding for a command that does not play its deviations.
  func refuseDeviations(in file: String) throws(LabError) {
    guard !deviations.isEmpty else { return }
    throw LabError(
      subject: file,
      reason: "this is a finding, whose 'deviations' are played by 'engine-lab compare' alone. Play it with that."
    )
  }
}

extension Scenario {
  /// Reads and checks the contents of a scenario file: one JSON object in UTF-8.
  init(data: Data, file: String, engines: [String]? = nil) throws {
    try self.init(JSONNode(data, file: file), file: file, engines: engines)
  }

  /// Checks the text of a scenario.
  init(_ text: JSONNode, file: String, engines: [String]?) throws {
    self = try text.decode(Scenario.self, engines.map { [.engines: $0] } ?? [:])
    if title.isEmpty { title = String(file.split(separator: "/").last ?? "") }
  }
}

extension Scenario: Decodable {
  private enum Key: String, CaseIterable { case feature, title, parameters, steps, until, deviations }

  /// Decodes first the feature, wherever it is, because it defines the other members; then those in order, up to the
  /// first problem.
  init(from decoder: any Decoder) throws {
    let hint = "A scenario has \(Key.allCases.map(\.rawValue).phrase("and"))."
    let members = try decoder.members(orElse: "expected an object", hint: hint)
    guard let feature = try members["feature"] else { throw decoder.problem("'feature' is missing. \(hint)") }
    if try members["steps"] == nil { throw decoder.problem("'steps' is missing. \(hint)") }
    var script = try feature.named(among: Self.features, "feature") { $0.name }.script()
    var title = ""
    var end: (any Decoder)?
    var deviations: [EngineDeviation] = []
    func checkEnd() throws {
      guard let until = script.until, let last = script.lastTime, until < last, let end else { return }
      throw end.problem("the scenario ends at \(until.shortText), before its last step at \(last.shortText).")
    }
    try members.read(Key.init(rawValue:)) { key, value in
      switch key {
      case .feature: break
      case .title: title = try value.string()
      case .parameters: try script.decodeParameters(from: value)
      case .steps:
        let elements = try value.elements(orElse: "'steps' must be an array")
        if elements.isEmpty { throw value.problem("the scenario has no steps.") }
        try script.decodeSteps(from: elements)
        try checkEnd()
      case .until:
        script.until = try value.time()
        end = value
        try checkEnd()
      case .deviations:
        for element in try value.elements(orElse: "'deviations' must be an array") {
          let deviation = try EngineDeviation(from: element)
          if deviations.contains(where: { $0.excludes(deviation) }) {
            let effect = deviation.faultyEffect?.description.printable
            let reason = "an earlier deviation is in the same place, where only one can be."
            throw element.problem(effect.map { "'\($0)' has two faults." } ?? reason)
          }
          deviations.append(deviation)
        }
      }
    }
    self.init(title: title, script: script, deviations: deviations)
  }
}

extension LabFeature {
  fileprivate static func script() -> any AnyScript { Script<Self>() }
}

/// A problem with what the user asked for: a scenario file, a folder, or an argument.
struct LabError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The subject of the problem, as the user gave it: a file, a folder, or an argument.
  let subject: String
  /// The line of the file, counted from 1; nil if the problem has none, such as a missing file.
  var line: Int?
  /// What is wrong, and what would be right: sentences that end with a full stop.
  let reason: String

  /// The error on one line: subject, line and reason, as in `a.json:7: 'at' is given twice.`.
  var description: String {
    let place = [subject.isEmpty ? "''" : subject.printable] + (line.map { [String($0)] } ?? [])
    return "\(place.joined(separator: ":")): \(reason.printable)"
  }
}
