import StoreCore

extension Recording {
  /// Returns the recording as a trace for viewers of Chrome's trace events, such as Perfetto.
  ///
  /// Each store is a process: its first lane has the actions, the others the effects. Arrows lead from causes.
  public func chromeTrace() -> String {
    var events: [JSONText] = []
    var arrows: UInt64 = 0
    for (index, store) in stores.enumerated() {
      var trace = StoreTrace(process: UInt64(index + 1), arrows: arrows)
      trace.add(timeline(of: store.identity), title: store.identity.description)
      events += trace.events
      arrows = trace.arrows
    }
    return JSONText.object(["traceEvents": .array(events)]).text
  }
}

/// The trace of one store.
private struct StoreTrace {
  let process: UInt64
  /// The number of arrows so far: each has its own id.
  var arrows: UInt64
  private(set) var events: [JSONText] = []

  init(process: UInt64, arrows: UInt64) {
    (self.process, self.arrows) = (process, arrows)
  }

  private struct Slice {
    let lane: UInt64
    let start: Int64
    let end: Int64
  }

  mutating func add(_ timeline: Timeline, title: String) {
    events.append(
      .object([
        "ph": .string("M"), "name": .string("process_name"), "pid": .number(process),
        "args": .object(["name": .string(title)]),
      ])
    )
    // Times of a slice: an action's has no length, and nothing may be at its end.
    let actions = timeline.actions.map { mark in
      let start = mark.time.microseconds
      return Slice(lane: 0, start: start, end: max(start, mark.lastTime.microseconds) + 1)
    }
    var laneEnds: [Int64] = []
    let effects = timeline.effects.map { span in
      let start = span.launched.microseconds
      let end = max(start, (span.outcome == .running ? timeline.end : span.lastTime).microseconds) + 1
      // Slices of a lane must not overlap.
      let lane = laneEnds.firstIndex { $0 <= start } ?? laneEnds.endIndex
      if lane == laneEnds.endIndex { laneEnds.append(end) } else { laneEnds[lane] = end }
      return Slice(lane: UInt64(lane + 1), start: start, end: end)
    }
    func slice(of cause: TimelineCause) -> Slice {
      switch cause {
      case .action(let number): actions[number - 1]
      case .effect(let number): effects[number - 1]
      }
    }
    for (mark, own) in zip(timeline.actions, actions) {
      add(own, name: mark.text, detail: mark.isVetoed ? "vetoed" : mark.isDropped ? "dropped" : "handled")
      if let cause = mark.cause { addArrow(from: slice(of: cause), to: own) }
    }
    for (span, own) in zip(timeline.effects, effects) {
      add(own, name: span.id ?? span.name ?? "effect", detail: span.detail ?? span.outcome.rawValue)
      if let cause = span.cause { addArrow(from: slice(of: cause), to: own) }
    }
  }

  private mutating func add(_ slice: Slice, name: String, detail: String) {
    events.append(
      .object([
        "ph": .string("X"), "name": .string(name), "pid": .number(process), "tid": .number(slice.lane),
        "ts": .integer(slice.start), "dur": .integer(slice.end - slice.start),
        "args": .object(["outcome": .string(detail)]),
      ])
    )
  }

  /// Adds an arrow, both of whose ends are inside the slices.
  private mutating func addArrow(from cause: Slice, to slice: Slice) {
    arrows += 1
    addEnd("s", in: cause, at: min(max(cause.start, slice.start), cause.end - 1))
    addEnd("f", in: slice, at: slice.start)
  }

  private mutating func addEnd(_ phase: String, in slice: Slice, at time: Int64) {
    events.append(
      .object([
        "ph": .string(phase), "name": .string("cause"), "cat": .string("cause"), "id": .number(arrows),
        "pid": .number(process), "tid": .number(slice.lane), "ts": .integer(time),
        "bp": phase == "f" ? .string("e") : nil,
      ])
    )
  }
}
