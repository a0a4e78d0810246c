extension SessionText {
  /// A trace for viewers of Chrome's trace events.
  package var chromeTrace: String {
    var trace = Trace()
    for store in stores { trace.add(store, title: titles[store.store] ?? "") }
    let end = records.last?.at ?? 0
    for (place, record) in records.enumerated() {
      guard let store = record.store else { continue }
      switch record.kind {
      case .actionHandled, .actionDropped, .actionVetoed:
        let slice = Trace.Slice(store: store, lane: 0, start: record.at, end: record.at + 1)
        trace.add(slice, at: place, name: record.text ?? "", outcome: record.kind.rawValue)
      default:
        guard let effect = record.effect, let life = lives[effect], life.launch == place else { continue }
        let last = (life.drain ?? life.end).map { records[$0].at } ?? end
        // Nothing may be at the end of a slice.
        let lane = trace.lane(in: store, from: record.at, to: max(last, record.at) + 1)
        let slice = Trace.Slice(store: store, lane: lane, start: record.at, end: max(last, record.at) + 1)
        let outcome = life.end.map { self.outcome(of: records[$0]) } ?? "runs"
        trace.add(slice, at: place, name: record.id ?? record.name ?? "effect", outcome: outcome)
      }
    }
    // A handler's sends to other stores are handled before it returns.
    for (place, record) in records.enumerated() {
      if let cause = self.place(of: record.cause) { trace.addArrow(from: cause, to: place) }
    }
    return JSONText.object(["traceEvents": .array(trace.events)]).text
  }
}

/// The making of a trace: each store is a process, whose first lane has the actions, and the others the effects.
private struct Trace {
  /// A span of time on a lane, in microseconds.
  struct Slice {
    let store: Int
    let lane: Int
    let start: Int64
    let end: Int64
  }

  private(set) var events: [JSONText] = []
  /// The slices by the places of their records.
  private var slices: [Int: Slice] = [:]
  /// The ends of the last slices on the lanes of effects in each store.
  private var laneEnds: [Int: [Int64]] = [:]
  /// The number of arrows: each has its own id.
  private var arrowCount: Int64 = 0

  mutating func add(_ store: StoreText, title: String) {
    events.append(
      .object([
        "ph": .string("M"), "name": .string("process_name"), "pid": .integer(Int64(store.store)),
        "args": .object(["name": .string(title)]),
      ])
    )
  }

  /// Takes the first lane of effects that is free from a time on: slices of a lane must not overlap.
  mutating func lane(in store: Int, from start: Int64, to end: Int64) -> Int {
    var ends = laneEnds[store] ?? []
    let lane = ends.firstIndex { $0 <= start } ?? ends.endIndex
    if lane == ends.endIndex { ends.append(end) } else { ends[lane] = end }
    laneEnds[store] = ends
    return lane + 1
  }

  mutating func add(_ slice: Slice, at place: Int, name: String, outcome: String) {
    slices[place] = slice
    events.append(
      .object([
        "ph": .string("X"), "name": .string(ValueText.cut(name).text), "pid": .integer(Int64(slice.store)),
        "tid": .integer(Int64(slice.lane)), "ts": .integer(slice.start), "dur": .integer(slice.end - slice.start),
        "args": .object(["outcome": .string(ValueText.cut(outcome).text)]),
      ])
    )
  }

  /// Adds an arrow between the slices of two records; both of its ends are inside them.
  mutating func addArrow(from cause: Int, to place: Int) {
    guard let from = slices[cause], let to = slices[place] else { return }
    arrowCount += 1
    addEnd("s", in: from, at: min(max(from.start, to.start), from.end - 1))
    addEnd("f", in: to, at: to.start)
  }

  private mutating func addEnd(_ phase: String, in slice: Slice, at time: Int64) {
    events.append(
      .object([
        "ph": .string(phase), "name": .string("cause"), "cat": .string("cause"), "id": .integer(arrowCount),
        "pid": .integer(Int64(slice.store)), "tid": .integer(Int64(slice.lane)), "ts": .integer(time),
        "bp": phase == "f" ? .string("e") : nil,
      ])
    )
  }
}
