public import StoreCore

/// The commands of a user and their times, independent of any engine.
///
/// ```swift
/// let scenario = Scenario("search", steps: [
///   .at(.zero, .type("sw")),
///   .at(.milliseconds(100), .type("swift")),
/// ])
/// ```
public struct Scenario<Command: Sendable>: Sendable {
  /// A command at a time.
  public struct Step: Sendable {
    /// The time since the beginning.
    public let time: Duration
    /// How much later the step may come, as the seed chooses.
    public let window: Duration
    /// The command.
    public let command: Command

    /// Returns a step at a time since the beginning, or later within a window, as the seed chooses.
    public static func at(_ time: Duration, within window: Duration = .zero, _ command: Command) -> Step {
      Step(time: time, window: window, command: command)
    }
  }

  /// Its name in reports.
  public let name: String
  /// The steps, in the order of their times.
  public let steps: [Step]
  /// When it ends; `nil` if it ends when nothing more happens.
  public let end: Duration?

  /// Creates a scenario.
  ///
  /// - Parameters:
  ///   - name: Its name in reports.
  ///   - steps: The steps; those of one time are done in the given order.
  ///   - end: When it ends, not before its last step. By default it ends when no effect sleeps any more: give an end if
  ///     something repeats for ever.
  ///   - fileID: The file of the call, which is reported if a time makes no sense; leave it out.
  ///   - line: The line of the call; leave it out.
  public init(
    _ name: String,
    steps: [Step],
    end: Duration? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let times = steps.map(\.time)
    let latest = steps.map { TestClock.Instant(offset: $0.time).advanced(by: max(.zero, $0.window)).offset }.max()
    if let first = times.min(), let last = latest, first < .zero || end.map({ $0 < last }) ?? false {
      fatalError(
        """
        The scenario '\(name)' has a step at \(first < .zero ? first : last)\
        \(first < .zero ? "" : ", and ends at \(end ?? .zero)").

        Its time begins at zero, and a step after its end would never run.

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

/// A feature on one engine, for a comparison.
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

  /// Its name in reports.
  public nonisolated let name: String

  let start: @MainActor (TestBench) -> Play

  /// Creates the feature on an engine.
  ///
  /// - Parameters:
  ///   - name: Its name in reports.
  ///   - makeStore: Makes a store with options.
  ///   - perform: Carries out a step, usually by sending an action.
  ///   - observe: Selects the part of a state that is compared. Leave out what differs between engines by design.
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

  /// Creates the feature on an engine from a player, which may have more than a store, such as records of the steps.
  ///
  /// - Parameters:
  ///   - name: Its name in reports.
  ///   - makePlayer: Makes a player on a bench, whose options its store must have.
  ///   - perform: Carries out a step.
  ///   - end: Called at the scenario's end, if that has a time; usually cancels what still runs. What this causes has
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
