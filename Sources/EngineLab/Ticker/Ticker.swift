import StoreCore

/// A stream of ticks that come in bursts, faster than they are handled.
struct Ticker: LabFeature {
  /// The time before each burst.
  var interval: Duration = .milliseconds(100)
  /// The ticks that come at once.
  var burst = 10
  /// The ticks after which the ticker ends.
  var count = 100

  struct State: Equatable, Sendable {
    var activity = Activity.idle
    var tally = TickTally()
  }

  enum Activity: String, Equatable, Sendable { case idle, ticking, finished, stopped }

  enum Action: Equatable, Sendable {
    /// Starts the ticker from its first tick; one that runs is cancelled.
    case startTapped
    case stopTapped
    case ticked(Tick)
  }

  struct Environment: Sendable {
    /// The ticks, from the first one each time.
    let ticks: TickSequence
  }

  static let name = "ticker"

  static func maker(on engine: LabEngine) -> Host<Ticker>.Maker { engine.ticker }

  static var readers: Readers {
    [
      "interval": { $0.interval = try $1.time() },
      "burst": { $0.burst = try $1.integer(in: 1...100_000) },
      "count": { $0.count = try $1.integer(in: 1...100_000) },
    ]
  }

  func environment(in world: World) -> Environment {
    Environment(ticks: TickSequence(parameters: self, clock: world.clock, backlog: world.backlog))
  }

  func setting(files: Corpus) -> String {
    let bursts = "bursts of \(burst), \(interval.shortText) apart"
    return "\(count.counting("tick")) in \(bursts), at most \(StreamLimits.capacity) of a stream waiting"
  }
}

extension Ticker.State: FeatureState {
  var phase: String { "\(activity.rawValue) \(tally.quarters)/4" }

  var progressText: String { "\(activity.rawValue), \(tally.text)" }

  var rows: [FinalState.Row] {
    [
      FinalState.Row("Ticker", activity.rawValue),
      FinalState.Row("Received", tally.text),
      FinalState.Row("Last", tally.last == 0 ? "none" : String(tally.last)),
      FinalState.Row("Lost", tally.lost == 0 ? "none" : String(tally.lost)),
      FinalState.Row("Reordered", tally.reordered == 0 ? "none" : String(tally.reordered)),
    ]
  }
}

extension Ticker.Action: FeatureAction {
  static var commands: Commands {
    ["start": { try $0.confirm(.startTapped) }, "stop": { try $0.confirm(.stopTapped) }]
  }

  var event: FeatureEvent? {
    switch self {
    case .startTapped: FeatureEvent("start requested")
    case .stopTapped: FeatureEvent("stop requested")
    case .ticked(let tick) where tick.number == 1 || tick.completesQuarter:
      FeatureEvent("tick \(tick.number) of \(tick.count)", tick.isLast ? .ends : .begins("ticker"))
    case .ticked: nil
    }
  }

  var isElement: Bool { if case .ticked = self { true } else { false } }
}

/// Ticks in bursts on a clock; those of a burst come as fast as they are requested.
struct TickSequence: AsyncSequence, AsyncIteratorProtocol, Sendable {
  let parameters: Ticker
  let clock: any Clock<Duration>
  let backlog: Backlog
  var given = 0

  func makeAsyncIterator() -> TickSequence { self }

  mutating func next() async throws -> Tick? {
    guard given < parameters.count else { return nil }
    if given % parameters.burst == 0 { try await clock.sleep(for: parameters.interval) }
    given += 1
    backlog.give()
    return Tick(number: given, count: parameters.count)
  }
}

/// One element of the ticker's stream.
struct Tick: Equatable, Sendable {
  /// The position of the tick in its stream, counted from 1.
  var number: Int
  var count: Int

  var isLast: Bool { number == count }

  var completesQuarter: Bool { number.quarters(of: count) > (number - 1).quarters(of: count) }
}

/// A count of the ticks of one stream, whose numbers show whether one is missing or out of order.
struct TickTally: Equatable, Sendable {
  private(set) var received = 0
  /// The number of the tick that came last; 0 before the first.
  private(set) var last = 0
  /// The ticks that came out of order.
  private(set) var reordered = 0
  /// The ticks of the whole stream; 0 before the first tick.
  private(set) var total = 0
  private var greatest = 0

  /// The ticks before the latest that did not come.
  var lost: Int { greatest - received }

  var quarters: Int { received.quarters(of: total) }

  var text: String { total == 0 ? "nothing" : "\(received) of \(total.counting("tick"))" }

  mutating func count(_ tick: Tick) {
    received += 1
    if tick.number < greatest { reordered += 1 }
    greatest = max(greatest, tick.number)
    last = tick.number
    total = tick.count
  }
}
