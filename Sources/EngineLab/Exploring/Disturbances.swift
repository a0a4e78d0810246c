import Foundation
import StoreSimulation

/// The differences from a plain play while schedules are explored: late effects, and faults.
struct Disturbances: Sendable {
  var time = SeededTime.exact
  var faults = FaultPlan.none
}

extension Disturbances {
  /// Reads and checks a file of faults; messages name it by the given path.
  init(contentsOf path: String) throws { try self.init(data: try Scenario.data(ofFileAt: path), file: path) }

  /// Reads and checks the contents of a file of faults: one JSON object in UTF-8.
  init(data: Data, file: String) throws { self = try JSONNode(data, file: file).decode(Disturbances.self) }
}

extension Disturbances: Decodable {
  private enum Key: String, CaseIterable { case latency, latencies, reordering, faults, seeded, effects }

  init(from decoder: any Decoder) throws {
    let hint = "A file of faults has \(Key.allCases.map(\.rawValue).phrase("and"))."
    let members = try decoder.members(orElse: "expected an object", hint: hint)
    var most = Duration.zero
    var latencies: [String: Duration] = [:]
    var reordering: (any Decoder)?
    var kinds: [Fault] = []
    var names: Set<String> = []
    var written: [SimulatedEffect: Fault] = [:]
    try members.read(Key.init(rawValue:)) { key, value in
      switch key {
      case .latency: most = try value.latency()
      case .latencies:
        let members = try value.members(orElse: "'latencies' must be an object", hint: "")
        try members.read({ $0 }) { name, value in
          guard SimulatedEffect(name).name == name else {
            throw value.keyProblem("'\(name.printable)' is one launch. Latencies are of all launches of a name.")
          }
          latencies[name] = try value.latency()
        }
      case .reordering: reordering = try value.confirm(value)
      case .faults:
        for element in try value.elements(orElse: "'faults' must be an array") {
          let (effect, fault) = try element.faultOfEffect()
          guard written.updateValue(fault, forKey: effect) == nil else {
            throw element.problem("'\(effect.description.printable)' has two faults.")
          }
        }
      case .seeded:
        for element in try value.elements(orElse: "'seeded' must be an array") {
          _ = try element.string(orElse: "expected a fault")
          // Faults that take time take a second.
          let kind = try element.fault(for: .seconds(1))
          if kinds.contains(kind) { throw element.problem("'\(kind.name)' is given twice.") }
          kinds.append(kind)
        }
      case .effects:
        for element in try value.elements(orElse: "'effects' must be an array") {
          let name = try element.string(orElse: "expected the name of an effect")
          guard SimulatedEffect(name).name == name else {
            throw element.problem("'\(name.printable)' is one launch. Seeded faults are of all launches of a name.")
          }
          names.insert(name)
        }
      }
    }
    if kinds.isEmpty, !names.isEmpty { throw decoder.problem("'effects' are those of 'seeded', which is missing.") }
    let isLate = most > .zero || latencies.values.contains { $0 > .zero }
    guard isLate || !written.isEmpty || !kinds.isEmpty else {
      throw decoder.problem("there are no latencies and no faults. \(hint)")
    }
    if let reordering, !isLate { throw reordering.keyProblem("'reordering' is of latencies, and there are none.") }
    let range = 0...(most / .seconds(1))
    time = reordering != nil ? .reordering(range) : .latency(range)
    for (name, most) in latencies { time = time.effect(name, 0...(most / .seconds(1))) }
    faults = FaultPlan(written).adding(kinds, of: names)
  }
}

private enum FaultKey: String { case effect, fault, by }

extension Decoder {
  /// Decodes the greatest lateness.
  fileprivate func latency() throws -> Duration {
    let latency = try time()
    guard latency == .zero || latency >= .milliseconds(1) else {
      throw problem("'\(name)' is less than a millisecond, of which seeds choose whole ones.")
    }
    return latency
  }

  /// Decodes the fault of one launch of an effect, on all engines.
  fileprivate func faultOfEffect() throws -> (SimulatedEffect, Fault) {
    let hint = "A fault has 'effect' and 'fault', and 'by' where it takes a time."
    let members = try members(orElse: "expected a fault", hint: hint)
    var effect: SimulatedEffect?
    var time: Duration?
    try members.read(FaultKey.init(rawValue:)) { key, value in
      switch key {
      case .effect: effect = SimulatedEffect(try value.string())
      case .fault: break
      case .by: time = try value.time()
      }
    }
    guard let effect, let name = try members["fault"] else { throw problem("the fault is not complete. \(hint)") }
    let fault = try name.fault(for: time)
    if fault.time == nil, let by = try members["by"] {
      throw by.keyProblem("'by' has no meaning here: '\(fault.name)' takes no time.")
    }
    return (effect, fault)
  }
}
