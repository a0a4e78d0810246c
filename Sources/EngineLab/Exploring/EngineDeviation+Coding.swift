import StoreSimulation

// Deviations as scenario files have them, and faults as files of faults have them.

extension EngineDeviation: Codable {
  private enum Key: String, CaseIterable {
    case engine, effect, fault, late, by, number, part, sleeper, mainActor, choice, stepFirst, stepLate
  }

  /// Decodes an object such as `{"effect": "pay#1", "late": "end", "by": "700ms"}`.
  init(from decoder: any Decoder) throws {
    let hint = """
      A deviation has 'effect' with 'fault', or with 'late' and 'by'; or 'engine' with 'part', 'sleeper' or 'mainActor'; or \
      'stepFirst'; or 'stepLate' with 'by'.
      """
    let members = try decoder.members(orElse: "expected a deviation", hint: hint)
    var texts: [Key: String] = [:]
    var numbers: [Key: Int] = [:]
    var time: Duration?
    try members.read(Key.init(rawValue:)) { key, value in
      switch key {
      case .engine:
        let known = decoder.userInfo[.engines] as? [String]
        texts[key] = try known.map { try value.named(among: $0, "engine", \.self) } ?? value.string()
      case .effect, .fault, .late: texts[key] = try value.string()
      case .by: time = try value.time()
      case .number, .part, .sleeper, .mainActor, .choice, .stepFirst, .stepLate:
        numbers[key] = try value.integer(in: 1...1_000_000)
      }
    }
    let effect = texts[.effect].map { SimulatedEffect($0) }
    let choice = numbers[.choice] ?? 1
    let deviation: Deviation
    if let effect, let value = try members["fault"] {
      deviation = .fault(try value.fault(for: time), of: effect)
    } else if let effect, let value = try members["late"], let time {
      let number = numbers[.number] ?? 1
      let moments: [Deviation.Moment] = [.begin, .send(number), .end, .wake(number)]
      deviation = .late(try value.named(among: moments, "moment") { $0.parts.name }, of: effect, by: time)
    } else if let part = numbers[.part] {
      deviation = .part(part, at: choice)
    } else if let sleeper = numbers[.sleeper] {
      deviation = .sleeper(sleeper, at: choice)
    } else if let occasion = numbers[.mainActor] {
      deviation = .mainActor(occasion)
    } else if let step = numbers[.stepFirst] {
      deviation = .stepFirst(step)
    } else if let step = numbers[.stepLate], let time {
      deviation = .stepLate(step, by: time)
    } else {
      throw decoder.problem("the deviation is not complete. \(hint)")
    }
    self.init(deviation, of: texts[.engine])
    let written = self.members
    let known = Key.allCases.filter { $0 == .engine || written[$0] != nil }.map(\.rawValue)
    if let value = try members.names.first(where: { !known.contains($0) }).flatMap({ try members[$0] }) {
      throw value.keyProblem("'\(value.name)' has no meaning here. Known: \(known.phrase("and")).")
    }
  }
}

extension EngineDeviation {
  /// The effect that has a fault, if the deviation is one.
  var faultyEffect: SimulatedEffect? { if case .fault(_, let effect) = deviation { effect } else { nil } }

  /// Returns whether only it or another one can come on an engine that both apply to.
  func excludes(_ other: EngineDeviation) -> Bool {
    deviation.excludes(other.deviation) && (engine == nil || other.engine == nil || engine == other.engine)
  }

  /// Encodes the object that decodes to this deviation; the object of a skipped step is empty.
  func encode(to encoder: any Encoder) throws {
    try JSONObject(members.map { ($0.rawValue, $1) }).encode(to: encoder)
  }

  private var members: [Key: any Encodable] {
    var members: [Key: (any Encodable)?] =
      switch deviation {
      case .part(let place, let choice): [.part: place, .choice: choice]
      case .sleeper(let place, let choice): [.sleeper: place, .choice: choice]
      case .mainActor(let occasion): [.mainActor: occasion]
      case .stepFirst(let step): [.stepFirst: step]
      case .stepLate(let step, let time): [.stepLate: step, .by: time.shortText]
      case .late(let moment, let effect, let time):
        [.effect: effect.description, .late: moment.parts.name, .number: moment.parts.number, .by: time.shortText]
      case .fault(let fault, let effect):
        [.effect: effect.description, .fault: fault.name, .by: fault.time?.shortText]
      case .skipped: [:]
      }
    if let engine { members[.engine] = engine }
    return members.compactMapValues { $0 }
  }
}

extension Deviation.Moment {
  /// The name in files, and the number that belongs to it, if any.
  fileprivate var parts: (name: String, number: Int?) {
    switch self {
    case .begin: ("begin", nil)
    case .send(let number): ("send", number)
    case .end: ("end", nil)
    case .wake(let number): ("wake", number)
    }
  }
}

extension Decoder {
  /// Decodes the name of a fault; one that takes time needs `time`, and is refused without it.
  func fault(for time: Duration?) throws -> Fault {
    let fault = try named(among: Fault.all(for: time ?? .zero), "fault", \.name)
    if fault.time != nil, time == nil { throw problem("'by' is missing, the time that '\(fault.name)' takes.") }
    return fault
  }
}

extension CodingUserInfoKey {
  // Any text is a key.
  /// The names of the engines that deviations can apply to.
  static let engines = CodingUserInfoKey(rawValue: "engines")!
}
