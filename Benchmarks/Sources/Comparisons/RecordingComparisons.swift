import ElmEngine
import StoreRecording

/// What a recorder adds to an observed send.
@MainActor
func recordingComparisons() -> [Comparison] {
  [recordedSend(), recordedStates(), recordedRows()]
}

/// An observer that does nothing, with the times of events: their one read of the clock.
private struct Timed: RuntimeObserver {
  let needsTime = true

  func receive(_ event: RuntimeEvent) {}
}

/// A send that is recorded without states, against one with an observer that does nothing.
@MainActor
private func recordedSend() -> Comparison {
  let recorded = makeCounterStore(StoreOptions(observers: [Recorder(Recorder.Limits(states: 0))]))
  let observed = makeCounterStore(StoreOptions(observers: [Timed()]))
  return Comparison("send, recorded, against observed", limit: 1.6, operations: 200_000) { count in
    for _ in 0..<count { recorded.send(.add(1)) }
  } raw: { count in
    for _ in 0..<count { observed.send(.add(1)) }
  }
}

/// A send whose state of ten properties is kept, within a microsecond more than an observed send.
@MainActor
private func recordedStates() -> Comparison {
  struct Ten {
    var number = 0
    var (second, third, fourth) = (0.0, true, "four")
    var (fifth, sixth, seventh) = ([5], ["six": 6], Optional(7))
    var (eighth, ninth, tenth) = ("a text that is longer than a word", Set([9]), [10: [10]])
  }
  func store(_ observer: any RuntimeObserver) -> Store<Ten, Int> {
    Store(initialState: Ten(), options: StoreOptions(observers: [observer])) { state, amount in
      var newState = state
      newState.number &+= amount
      return (newState, .none)
    }
  }
  let (recorded, observed) = (store(Recorder()), store(Timed()))
  return Comparison("send, recorded with states, against observed", limit: 5, operations: 50_000) { count in
    for _ in 0..<count { recorded.send(1) }
  } raw: { count in
    for _ in 0..<count { observed.send(1) }
  }
}

/// A change of one of 10,000 rows in place, whose former array is kept, so that each change copies it.
@MainActor
private func recordedRows() -> Comparison {
  let store = makeTableStore(rows: 10_000, StoreOptions(observers: [Recorder()]))
  return Comparison("a change of 10,000 rows, recorded with states", within: 10_000, operations: 2_000) { count in
    for index in 0..<count { store.send(index) }
  }
}
