public import StoreCore

/// The commands of a user, and their times, in the words of no engine.
///
/// ```swift
/// let scenario = Scenario("search", steps: [
///   .at(.zero, .type("sw")),
///   .at(.milliseconds(100), .type("swift")),
/// ])
/// ```
public struct Scenario<Command: Sendable>: Sendable {
  /// Something that is done at a time.
  public struct Step: Sendable {
    /// The time since the beginning.
    public let time: Duration
    /// What is done.
    public let command: Command

    /// Something that is done at a time since the beginning.
    public static func at(_ time: Duration, _ command: Command) -> Step {
      Step(time: time, command: command)
    }
  }

  /// What it is called in reports.
  public let name: String
  /// The steps, in the order of their times.
  public let steps: [Step]
  /// When it ends; `nil` where it ends when nothing more happens.
  public let end: Duration?

  /// Creates a scenario.
  ///
  /// - Parameters:
  ///   - name: What it is called in reports.
  ///   - steps: The steps; those of one time are done in the given order.
  ///   - end: When it ends, not before its last step. Without it, it ends when nobody sleeps any more: give it where
  ///     something repeats for ever.
  ///   - fileID: The file of the call, which is told where a time makes no sense; leave it out.
  ///   - line: The line of the call; leave it out.
  public init(
    _ name: String,
    steps: [Step],
    end: Duration? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let times = steps.map(\.time)
    if let first = times.min(), let last = times.max(), first < .zero || end.map({ $0 < last }) ?? false {
      fatalError(
        """
        The scenario '\(name)' has a step at \(first < .zero ? first : last)\
        \(first < .zero ? "" : ", and ends at \(end ?? .zero)").

        Its time begins at zero, and a step behind its end would never be done.

        Give each step a time between the two.
        """,
        file: fileID,
        line: line
      )
    }
    self.name = name
    // Sorting keeps the order of equal times.
    self.steps = steps.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(
      \.element
    )
    self.end = end
  }
}

/// A feature on one engine, as a comparison needs it.
@MainActor
public struct ComparedEngine<Command: Sendable, Observation: Equatable> {
  /// One play of a scenario.
  struct Play {
    /// Whether the player is a store, which has to be on the bench.
    let isStore: Bool
    let perform: @MainActor (Command) -> Void
    let end: @MainActor () -> Void
    let observe: @MainActor () -> Observation
  }

  /// What it is called in reports.
  public nonisolated let name: String

  let start: @MainActor (TestBench) -> Play

  /// Creates the feature on an engine.
  ///
  /// - Parameters:
  ///   - name: What it is called in reports.
  ///   - makeStore: Makes a store with options.
  ///   - perform: Does what a step says; sends an action, as a rule.
  ///   - observe: What is compared of a state. Leave out what engines differ in by design.
  public init<Engine: StoreEngine>(
    _ name: String,
    makeStore: @escaping @MainActor (StoreOptions) -> Engine,
    perform: @escaping @MainActor (Engine, Command) -> Void,
    observe: @escaping @MainActor (Engine.State) -> Observation
  ) {
    self.init(
      named: name,
      player: { makeStore($0.options) },
      perform: perform,
      observe: { observe($0.state) }
    )
  }

  /// Creates the feature on an engine from a player, which has more than a store: what it records, or keeps of the steps.
  ///
  /// - Parameters:
  ///   - name: What it is called in reports.
  ///   - makePlayer: Makes a player on a bench, whose options its store must have.
  ///   - perform: Does what a step says.
  ///   - end: Is called at the scenario's end, if that has a time; cancels what goes on, as a rule. What this causes has
  ///     settled when the end is observed.
  ///   - observe: What is compared.
  public init<Player>(
    named name: String,
    player makePlayer: @escaping @MainActor (TestBench) -> Player,
    perform: @escaping @MainActor (Player, Command) -> Void,
    end: @escaping @MainActor (Player) -> Void = { _ in },
    observe: @escaping @MainActor (Player) -> Observation
  ) {
    self.name = name
    start = { bench in
      let player = makePlayer(bench)
      return Play(
        isStore: player is any StoreEngine,
        perform: { perform(player, $0) },
        end: { end(player) },
        observe: { observe(player) }
      )
    }
  }
}
