import StoreCore
import StoreSimulation

/// The steps of a user in one feature, with its settings and its end.
///
/// A script from a file is checked: it has at least one step, the steps are in time order, and no time is negative or
/// above ``TimeText/limit``.
struct Script<Feature: LabFeature>: Equatable, Sendable {
  /// One command of the user.
  struct Step: Equatable, Sendable {
    /// The time since the beginning.
    var at: Duration
    var action: Feature.Action
    /// The line of the file; nil if the step is from none.
    var line: Int?
  }

  var parameters = Feature()
  /// The steps in time order; steps of the same time run in this order.
  var steps: [Step] = []
  /// The time at which everything that still runs is cancelled; nil to end when all is quiet.
  var until: Duration?
}

protocol AnyScript: Sendable {
  associatedtype Feature: LabFeature

  var parameters: Feature { get set }
  var steps: [Script<Feature>.Step] { get set }
  var until: Duration? { get set }
}

extension Script: AnyScript {}

extension AnyScript {
  var feature: String { Feature.name }
  var lastTime: Duration? { steps.last?.at }
}

extension AnyScript {
  mutating func decodeParameters(from decoder: any Decoder) throws { parameters = try Feature(from: decoder) }

  mutating func decodeSteps(from elements: [any Decoder]) throws {
    var counter = LineCounter()
    for element in elements {
      var step = try Self.step(from: element, after: lastTime)
      step.line = counter.line(of: element)
      steps.append(step)
    }
  }

  private static func step(from decoder: any Decoder, after previous: Duration?) throws -> Script<Feature>.Step {
    let commands = Feature.Action.commands
    let keys = commands.map(\.key)
    let hint = "A step has 'at' and one of \(keys.phrase("or"))."
    let members = try decoder.members(orElse: "expected a step", hint: hint)
    let names = Set(members.names)
    // An unknown key, which comes later in the file, says more than the absence of a known one.
    if names.isSubset(of: ["at"] + keys) {
      if !names.contains("at") { throw decoder.problem("the step has no 'at'. \(hint)") }
      if names.count == 1 { throw decoder.problem("the step has no command. \(hint)") }
    }
    var at = Duration.zero
    var found: (key: String, action: Feature.Action)?
    func known(_ name: String) -> String? { name == "at" || keys.contains(name) ? name : nil }
    try members.read(known, noun: names.isDisjoint(with: keys) ? "step" : "key") { key, value in
      guard let command = commands.first(where: { $0.key == key }) else {
        at = try value.time()
        guard let previous, at < previous else { return }
        let order = "the step at \(at.shortText) comes after one at \(previous.shortText)"
        throw value.problem("\(order). Steps are in time order.")
      }
      if let found { throw value.keyProblem("the step has two commands, '\(found.key)' and '\(key)'. \(hint)") }
      found = (key, try command.value(value))
    }
    guard let found else { throw decoder.problem("the step has no command. \(hint)") }
    return Script.Step(at: at, action: found.action)
  }
}
