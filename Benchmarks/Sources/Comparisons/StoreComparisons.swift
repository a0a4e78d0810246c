import CProcess
import ElmEngine
import Observation
import OpenCombine

/// The cost of stores and of live effects as such.
@MainActor
func storeComparisons() -> [Comparison] {
  [manyStores(), inspection(), bytesPerEffect()]
}

/// Stores that are made, used once and dropped, against subjects with a sink.
@MainActor
private func manyStores() -> Comparison {
  Comparison("a store made, used and dropped", limit: 2, operations: 100_000, rounds: 5) { count in
    for _ in 0..<count { makeCounterStore().send(.add(1)) }
  } raw: { count in
    // Used on the main actor only: a subject delivers where it is sent to.
    nonisolated(unsafe) var sum = 0
    for _ in 0..<count {
      let subject = CurrentValueSubject<Int, Never>(0)
      let sink = subject.sink { sum &+= $0 }
      withExtendedLifetime(sink) { subject.send(1) }
    }
  }
}

/// Whether an effect of a name runs, with 100,000 live, against a look into a dictionary.
@MainActor
private func inspection() -> Comparison {
  let gate = Gate()
  let store = makeWaitingStore(gate)
  let ids = (0..<100_000).map { "effect-\($0)" }
  var tasks: [String: Int] = [:]
  for (index, id) in ids.enumerated() { tasks[id] = index }
  // Used on the main actor only.
  nonisolated(unsafe) var found = 0
  return Comparison("is one running, of 100,000 live", limit: 2.5, operations: ids.count, isSized: true, rounds: 7) {
    count in
    if store.runningTaskCount == 0 {
      for id in ids { store.send(id) }
    }
    for id in ids.prefix(count) { found &+= store.isTaskRunning(id: id) ? 1 : 0 }
  } raw: { count in
    for id in ids.prefix(count) { found &+= tasks[id] != nil ? 1 : 0 }
  }
}

/// The memory of a live effect, against a task in a dictionary.
@MainActor
private func bytesPerEffect() -> Comparison {
  let ids = (0..<10_000).map { "effect-\($0)" }
  return Comparison(bytes: "memory of a live effect", limit: 1.5, operations: ids.count) { count in
    let gate = Gate()
    let store = makeWaitingStore(gate)
    let before = bytesInUse()
    for id in ids { store.send(id) }
    await gate.waitUntilRunning(count)
    let bytes = bytesInUse() - before
    for id in ids { store.cancel(EffectID(id)) }
    await gate.waitUntilRunning(0)
    return Double(bytes) / Double(count)
  } raw: { count in
    let gate = Gate()
    var tasks: [String: Task<String, any Error>] = [:]
    let before = bytesInUse()
    for id in ids { tasks[id] = Task { @concurrent in try await gate.suspendUntilCancelled() } }
    await gate.waitUntilRunning(count)
    let bytes = bytesInUse() - before
    for id in ids { tasks.removeValue(forKey: id)?.cancel() }
    await gate.waitUntilRunning(0)
    return Double(bytes) / Double(count)
  }
}

@MainActor
private func makeWaitingStore(_ gate: Gate) -> Store<Counter, String> {
  Store(initialState: Counter()) { state, id in
    (state, .cancellable({ try await gate.suspendUntilCancelled() }, EffectID(id)))
  }
}

private func bytesInUse() -> Int { Int(bytes_in_use()) }
