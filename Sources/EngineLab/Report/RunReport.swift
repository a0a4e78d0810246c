import StoreRecording

/// The result of a scenario on one engine.
struct RunReport: Equatable, Sendable {
  var engine: String
  /// The events, in order.
  var events: [RunEvent] = []
  /// What the user saw: first at the beginning, then at the time of each change.
  var screens: [ScreenMark] = []
  var finalState = FinalState()
  var totals = RunTotals()
  /// The times of actions and effects, with their causes.
  var timeline = Timeline()
  /// The records of the play, in the words of a session's file.
  var records: [RecordText] = []
  var cost = RunCost()

  /// The time of the last thing that happened.
  var end: Duration { max(timeline.end, screens.last?.time ?? .zero, events.last?.time ?? .zero) }

  /// Returns whether a user saw the same: the totals do not count, because paradigms need different numbers of actions.
  func agrees(with other: RunReport) -> Bool {
    events == other.events && screens == other.screens && finalState.values == other.finalState.values
  }

  /// Shows a screen.
  mutating func show(_ screen: ScreenMark) {
    // An earlier screen of the same time was never visible.
    if screens.last?.time == screen.time { screens.removeLast() }
    if screens.last?.rows != screen.rows { screens.append(screen) }
  }

  /// Adds later news, which has another final state.
  mutating func add(_ news: RunReport) {
    events += news.events
    for screen in news.screens { show(screen) }
    finalState = news.finalState
  }

  func rows(at time: Duration) -> [FinalState.Row] { screens.last { $0.time <= time }?.rows ?? [] }
}

/// An event while an engine played a scenario, in the words that all engines share.
struct RunEvent: Equatable, Sendable {
  /// The time since the beginning: virtual time in a comparison, real time in a run.
  var time: Duration
  var text: String

  init(_ text: String, at time: Duration) {
    self.time = time
    self.text = text
  }

  var quoted: String { "'\(text)' at \(time.shortText)" }
}

/// A screen that the user sees from some time on.
///
/// It is the last screen of its time: the number of actions that an engine needs for it does not matter.
struct ScreenMark: Equatable, Sendable {
  var time: Duration
  var rows: [FinalState.Row]

  var quoted: String { "'\(rows.map(\.text).joined(separator: ", "))' at \(time.shortText)" }
}

/// The numbers of actions that an engine handled, and of its effects by their ends.
struct RunTotals: Equatable, Sendable {
  var actions = 0
  var started = 0
  var finished = 0
  var failed = 0
  var cancelled = 0
  /// The actions and effects that were refused, and so did nothing.
  var dropped = 0
  /// The most elements of all streams that waited to be handled at the same time; nil if there was no stream.
  var mostWaiting: Int?

  /// The number of ended effects: fewer than started if some still run, more if some were cancelled while they waited.
  var ended: Int { finished + failed + cancelled }

  /// The numbers that are always known, in the order in which reports show them.
  var numbers: KeyValuePairs<String, Int> {
    [
      "actions": actions, "started": started, "ended": ended, "finished": finished, "failed": failed,
      "cancelled": cancelled, "dropped": dropped,
    ]
  }
}

/// The cost of a scenario on one engine, which does not affect agreement.
struct RunCost: Equatable, Sendable {
  /// The jobs of effects that ran; nil if not counted.
  var jobs: Int?
  /// The wall time; nil if not measured.
  var time: Duration?
}

/// The view of a user at the end of a scenario, in a form that reports can show and compare.
struct FinalState: Equatable, Encodable, Sendable {
  struct Row: Equatable, Encodable, Sendable {
    var label: String
    var value: String

    var text: String { "\(label) \(value)" }

    init(_ label: String, _ value: String) {
      self.label = label
      self.value = value
    }
  }

  struct List: Equatable, Encodable, Sendable {
    var title: String
    /// The heading's text after the title, such as `the first 10 of 12`.
    var note: String
    /// The name of one item, such as `Hit`.
    var item: String
    var items: [String]
  }

  var rows: [Row] = []
  /// The lists; an empty one is not shown.
  var lists: [List] = []

  /// The rows, and the items of the lists each as a row, without the lists' headings.
  var values: [Row] {
    rows + lists.flatMap { list in list.items.enumerated().map { Row("\(list.item) \($0 + 1)", $1) } }
  }

  func items(of item: String) -> [String] { lists.first { $0.item == item }?.items ?? [] }
}

extension [FinalState.Row] {
  func value(of label: String) -> String? { first { $0.label == label }?.value }
}
