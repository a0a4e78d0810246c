import StoreSimulation

// Deviations as they stand in scenario files, and faults as they stand in files of faults.

extension EngineDeviation: Decodable {
  private enum Key: String, CaseIterable {
    case engine, effect, fault, late, number, by, part, sleeper, mainActor, choice, stepFirst
  }

  /// Reads an object such as `{"effect": "pay#1", "late": "end", "by": "700ms"}`.
  init(from decoder: any Decoder) throws {
    let hint = """
      A deviation has 'effect' with 'fault', or with 'late' and 'by'; or 'engine' with 'part', 'sleeper' or 'mainActor'; or \
      'stepFirst'.
      """
    let members = try DecodedMembers(of: decoder, orElse: "expected a deviation", hint: hint)
    var texts: [Key: (text: String, place: any Decoder)] = [:]
    var numbers: [Key: Int] = [:]
    var time: Duration?
    var keys: [(key: Key, place: MemberKey)] = []
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
      throw decoder.problem("the deviation is not complete. \(hint)")
    }
    if let (key, place) = keys.first(where: { !known.contains($0.key) }) {
      throw place.problem("'\(key)' has no meaning here. Known: \(known.map(\.rawValue).phrase("and")).")
    }
    self.init(deviation, of: texts[.engine]?.text)
  }

  /// The object that reads as this deviation; `nil` for a step that is left out.
  var json: JSONValue? {
    var members: [JSONValue.Member] = []
    func add(_ key: Key, _ value: JSONValue) { members.append(JSONValue.Member(key: key.rawValue, value: value)) }
    if let engine { add(.engine, .string(engine)) }
    switch deviation {
    case .part(let place, let choice):
      add(.part, .integer(place))
      add(.choice, .integer(choice))
    case .sleeper(let place, let choice):
      add(.sleeper, .integer(place))
      add(.choice, .integer(choice))
    case .mainActor(let occasion):
      add(.mainActor, .integer(occasion))
    case .stepFirst(let step):
      add(.stepFirst, .integer(step))
    case .late(let moment, let effect, let time):
      add(.effect, .string(effect.description))
      add(.late, .string(moment.name))
      if let number = moment.number { add(.number, .integer(number)) }
      add(.by, .string(time.shortText))
    case .fault(let fault, let effect):
      add(.effect, .string(effect.description))
      add(.fault, .string(fault.name))
      if let time = fault.time { add(.by, .string(time.shortText)) }
    case .skipped:
      return nil
    }
    return .object(members)
  }
}

extension Deviation.Moment {
  fileprivate init(named name: String, number: Int, _ place: any Decoder) throws {
    switch name {
    case "begin": self = .begin
    case "send": self = .send(number)
    case "end": self = .end
    case "wake": self = .wake(number)
    default: throw place.problem("unknown moment '\(name.printable)'. Known: 'begin', 'send', 'end' and 'wake'.")
    }
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
  init(named name: String, for time: Duration, _ place: any Decoder) throws {
    let all = Self.all(for: time)
    guard let fault = all.first(where: { $0.name == name }) else {
      throw place.problem("unknown fault '\(name.printable)'. Known: \(all.map(\.name).phrase("and")).")
    }
    self = fault
  }
}
