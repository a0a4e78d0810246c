import StoreSimulation

// Deviations as they stand in scenario files, and faults as they stand in files of faults.

extension EngineDeviation {
  private enum Key: String, CaseIterable, CodingKey {
    case engine, effect, fault, late, number, by, part, sleeper, mainActor, choice, stepFirst
  }

  /// Reads an object such as `{"effect": "pay#1", "late": "end", "by": "700ms"}`.
  init(from node: JSONNode) throws {
    let hint = """
      A deviation has 'effect' with 'fault', or with 'late' and 'by'; or 'engine' with 'part', 'sleeper' or 'mainActor'; or \
      'stepFirst'.
      """
    let members = try node.members(orElse: "expected a deviation", hint: hint)
    var texts: [Key: (text: String, place: JSONNode)] = [:]
    var numbers: [Key: Int] = [:]
    var time: Duration?
    var keys: [(key: Key, place: JSONNode)] = []
    try members.read(Key.init(rawValue:)) { key, member in
      keys.append((key, member.key))
      switch key {
      case .engine, .effect, .fault, .late: texts[key] = (try member.value.string(), member.value)
      case .by: time = try member.value.time()
      case .number, .part, .sleeper, .mainActor, .choice, .stepFirst:
        numbers[key] = try member.value.integer(in: 1...1_000_000)
      }
    }
    let effect = texts[.effect].map { SimulatedEffect($0.text) }
    let deviation: Deviation
    let known: [Key]
    if let effect, let (name, place) = texts[.fault] {
      let fault = try Fault(named: name, for: time ?? .zero, place)
      known = fault.time == nil ? [.engine, .effect, .fault] : [.engine, .effect, .fault, .by]
      if fault.time != nil, time == nil { throw place.problem("'by' is missing, the time that '\(name)' takes.") }
      deviation = .fault(fault, of: effect)
    } else if let effect, let (name, place) = texts[.late], let time {
      let moment = try Deviation.Moment(named: name, number: numbers[.number] ?? 1, place)
      known = moment.number == nil ? [.engine, .effect, .late, .by] : [.engine, .effect, .late, .by, .number]
      deviation = .late(moment, of: effect, by: time)
    } else if let part = numbers[.part] {
      (deviation, known) = (.part(part, at: numbers[.choice] ?? 1), [.engine, .part, .choice])
    } else if let sleeper = numbers[.sleeper] {
      (deviation, known) = (.sleeper(sleeper, at: numbers[.choice] ?? 1), [.engine, .sleeper, .choice])
    } else if let occasion = numbers[.mainActor] {
      (deviation, known) = (.mainActor(occasion), [.engine, .mainActor])
    } else if let step = numbers[.stepFirst] {
      (deviation, known) = (.stepFirst(step), [.engine, .stepFirst])
    } else {
      throw node.problem("the deviation is not complete. \(hint)")
    }
    if let (key, place) = keys.first(where: { !known.contains($0.key) }) {
      throw place.problem("'\(key.rawValue)' has no meaning here. Known: \(known.map(\.rawValue).phrase("and")).")
    }
    self.init(deviation, of: texts[.engine]?.text)
  }
}

extension EngineDeviation: Encodable {
  /// Encodes the object that reads as this deviation; that of a step that is left out is empty.
  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encodeIfPresent(engine, forKey: .engine)
    switch deviation {
    case .part(let place, let choice):
      try object.encode(place, forKey: .part)
      try object.encode(choice, forKey: .choice)
    case .sleeper(let place, let choice):
      try object.encode(place, forKey: .sleeper)
      try object.encode(choice, forKey: .choice)
    case .mainActor(let occasion):
      try object.encode(occasion, forKey: .mainActor)
    case .stepFirst(let step):
      try object.encode(step, forKey: .stepFirst)
    case .late(let moment, let effect, let time):
      try object.encode(effect.description, forKey: .effect)
      try object.encode(moment.name, forKey: .late)
      try object.encodeIfPresent(moment.number, forKey: .number)
      try object.encode(time.shortText, forKey: .by)
    case .fault(let fault, let effect):
      try object.encode(effect.description, forKey: .effect)
      try object.encode(fault.name, forKey: .fault)
      try object.encodeIfPresent(fault.time?.shortText, forKey: .by)
    case .skipped:
      break
    }
  }
}

extension Deviation.Moment {
  fileprivate init(named name: String, number: Int, _ place: JSONNode) throws {
    let all: [Self] = [.begin, .send(number), .end, .wake(number)]
    guard let moment = all.first(where: { $0.name == name }) else {
      throw place.problem("unknown moment '\(name.printable)'. Known: \(all.map(\.name).phrase("and")).")
    }
    self = moment
  }

  fileprivate var name: String {
    switch self {
    case .begin: "begin"
    case .send: "send"
    case .end: "end"
    case .wake: "wake"
    }
  }

  fileprivate var number: Int? {
    switch self {
    case .begin, .end: nil
    case .send(let number), .wake(let number): number
    }
  }
}

extension Fault {
  /// The fault of a name, such as `slow`.
  init(named name: String, for time: Duration, _ place: JSONNode) throws {
    let all = Self.all(for: time)
    guard let fault = all.first(where: { $0.name == name }) else {
      throw place.problem("unknown fault '\(name.printable)'. Known: \(all.map(\.name).phrase("and")).")
    }
    self = fault
  }
}
