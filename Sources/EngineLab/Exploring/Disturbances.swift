import Foundation
import StoreSimulation

/// The differences from a plain play while schedules are explored: late effects, and faults.
struct Disturbances: Sendable {
  var time = SeededTime.exact
  var faults = FaultPlan.none

  /// Nothing is other.
  static let none = Disturbances()

  private init() {}

  /// Reads and checks a file of faults.
  ///
  /// - Parameter path: The path of the file; messages name it as it is given here.
  /// - Throws: A ``ScenarioError`` for the first problem in the order of the file.
  init(contentsOf path: String) throws(ScenarioError) {
    try self.init(data: try Scenario.data(ofFileAt: path), file: path)
  }

  /// Reads and checks the contents of a file of faults: one JSON object in UTF-8.
  init(data: Data, file: String) throws(ScenarioError) {
    self = try JSONText(data, file: file).decode(Disturbances.self)
  }
}

extension Disturbances: Decodable {
  private enum Key: String, CaseIterable {
    case latency, faults, seeded, effects
  }

  init(from decoder: any Decoder) throws {
    let hint = "A file of faults has \(Key.allCases.map(\.rawValue).phrase("and"))."
    let members = try DecodedMembers(of: decoder, orElse: "expected an object", hint: hint)
    var kinds: [Fault] = []
    var names: Set<String> = []
    var written: [SimulatedEffect: Fault] = [:]
    try members.read(Key.init(rawValue:)) { key, member in
      switch key {
      case .latency:
        time = .latency(0...(try member.value.time() / .seconds(1)))
      case .faults:
        for element in try member.value.elements(orElse: "'faults' must be an array") {
          guard case .fault(let fault, let effect) = try EngineDeviation(from: element).deviation else {
            throw element.problem("this is no fault. A fault has 'effect' and 'fault'.")
          }
          written[effect] = fault
        }
      case .seeded:
        for element in try member.value.elements(orElse: "'seeded' must be an array") {
          kinds.append(try Fault(named: try element.string(orElse: "expected a fault"), for: nil, element))
        }
      case .effects:
        for element in try member.value.elements(orElse: "'effects' must be an array") {
          names.insert(try element.string(orElse: "expected the name of an effect"))
        }
      }
    }
    faults = FaultPlan(written).adding(kinds, of: names)
  }
}
