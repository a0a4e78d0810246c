import StoreCore
import StoreSimulation

/// The steps of a user in one feature, with its surroundings and its end.
///
/// One that was read from a file was checked: there is at least one step, steps stand in time order, and no time is
/// negative or above ``TimeText/limit``.
struct Script<Feature: LabFeature>: Equatable, Sendable {
  /// One thing the user does.
  struct Step: Equatable, Sendable {
    /// When, counted from the beginning.
    var at: Duration
    /// The action that it sends.
    var action: Feature.Action
  }

  /// The surroundings.
  var parameters = Feature.Parameters()
  /// What the user does, in time order; steps of the same time run in this order.
  var steps: [Step] = []
  /// The time at which all that is left is cancelled; nil to end when all is quiet.
  var until: Duration?
}

/// A script of any feature.
protocol AnyScript: Sendable {
  /// The name of the feature.
  var feature: String { get }
  /// The extensions of the files that the feature needs, or nil if it needs none.
  var fileExtensions: [String]? { get }
  /// The time at which all that is left is cancelled; nil to end when all is quiet.
  var until: Duration? { get set }
  /// The time of the last step; nil without steps.
  var lastTime: Duration? { get }

  /// Reads the parameters of a scenario file.
  mutating func readParameters(from node: JSONNode) throws
  /// Reads the steps of a scenario file.
  mutating func readSteps(from elements: [JSONNode]) throws

  /// Says where the scenario is played, in a few words for the head of a report.
  ///
  /// - Throws: `CancellationError` if the calling task is cancelled.
  func setting(files: any SearchSource) async throws -> String

  /// Plays the script on several engines in virtual time, and compares what they made of it.
  @MainActor func compare(
    on engines: [LabEngine],
    files: any SearchSource,
    deviations: [EngineDeviation],
    stopwatch: Stopwatch?
  ) async -> Verdict
  /// Plays the script in one schedule after another, up to the first in which engines differ.
  ///
  /// `onShrinking` is told the seed of the schedule that is cut down, before that begins; `onFault` each effect with a
  /// written fault, when that has come first; `progress` in how many schedules engines agree.
  ///
  /// - Returns: The schedule in which they differ; nil where they agree in all, or the task was cancelled.
  @MainActor func explore(
    on engines: [LabEngine],
    files: any SearchSource,
    seeds: SeedRange,
    disturbances: Disturbances,
    search: SearchStrategy,
    shrinks: Bool,
    onShrinking: (UInt64) -> Void,
    onFault: @escaping @MainActor (SimulatedEffect) -> Void,
    progress: (Int) -> Void
  ) async -> ScheduleFailure?
  /// Plays the script on one engine in real time.
  ///
  /// - Throws: `CancellationError` soon after the calling task is cancelled, when all effects were cancelled.
  @MainActor func run(
    on engine: LabEngine,
    files: any SearchSource,
    progress: @escaping @MainActor (ProgressLine) -> Void
  ) async throws -> RunReport
}

extension Script: AnyScript {
  var feature: String { Feature.name }
  var fileExtensions: [String]? { parameters.fileExtensions }
  var lastTime: Duration? { steps.last?.at }

  func setting(files: any SearchSource) async throws -> String {
    try await Feature.setting(parameters, files: files)
  }
}

// MARK: - Reading

extension Script {
  mutating func readParameters(from node: JSONNode) throws {
    let known = Feature.Parameters.known
    let hint = "The parameters of '\(feature)' are \(known.map(\.name).phrase("and"))."
    let members = try node.members(orElse: "'parameters' must be an object", hint: hint)
    try members.read { name in
      known.first { $0.name == name }
    } _: { parameter, member in
      try parameter.read(&parameters, member.value)
    }
  }

  mutating func readSteps(from elements: [JSONNode]) throws {
    for element in elements { steps.append(try Self.step(from: element, after: lastTime)) }
  }

  private static func step(from node: JSONNode, after previous: Duration?) throws -> Step {
    let commands = Feature.Action.commands
    let hint = "A step has 'at' and one of \(commands.map(\.name).phrase("or"))."
    let members = try node.members(orElse: "expected a step", hint: hint)
    let names = Set(members.names)
    // An unknown or repeated key, which stands later in the file, says more than the absence of a known one.
    if names.count == members.names.count, names.isSubset(of: ["at"] + commands.map(\.name)) {
      if !names.contains("at") { throw node.problem("the step has no 'at'. \(hint)") }
      if names.count == 1 { throw node.problem("the step has no command. \(hint)") }
    }
    var at = Duration.zero
    var found: (name: String, action: Feature.Action)?
    let noun = names.isDisjoint(with: commands.map(\.name)) ? "step" : "key"
    // Nil inside is the time.
    func known(_ name: String) -> Command<Feature.Action>?? {
      name == "at" ? .some(nil) : commands.first { $0.name == name }.map { $0 }
    }
    try members.read(known, noun: noun) { command, member in
      guard let command else {
        at = try member.value.time(after: previous)
        return
      }
      if let found {
        let both = "'\(found.name)' and '\(command.name)'"
        throw member.key.problem("the step has two commands, \(both). \(hint)")
      }
      found = (command.name, try command.read(member.value))
    }
    guard let found else { throw node.problem("the step has no command. \(hint)") }
    return Step(at: at, action: found.action)
  }
}

extension JSONNode {
  /// Reads the time of a step, which is not before that of the step before.
  func time(after previous: Duration?) throws(LabError) -> Duration {
    let time = try time()
    if let previous, time < previous {
      throw problem(
        "the step at \(time.shortText) comes after one at \(previous.shortText). Steps stand in time order."
      )
    }
    return time
  }
}
