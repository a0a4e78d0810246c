import EffectViewEngine
import ElmEngine

/// The smallest events: they count.
enum CountingEvent: Sendable {
  case add(Int)
  case fetch
}

@MainActor
private func makeHost() -> EffectHost<Counter, CountingEvent, Void> {
  EffectHost(state: Counter()) { state, event in
    switch event {
    case .add(let amount):
      state.count += amount
      return nil
    case .fetch:
      return .task { input, _ in input(.add(await fetch())) }
    }
  }
}

@MainActor
func effectViewComparisons() -> [Comparison] {
  [hostSend(), inputSend(), performEvent(), enqueueInput(), taskBurst()]
}

/// A synchronous send to a host, against one to a store of ElmEngine.
@MainActor
private func hostSend() -> Comparison {
  let host = makeHost()
  let store = makeCounterStore()
  return Comparison("effectview: host.send, against Elm's", limit: 1.5, operations: 200_000) { count in
    for _ in 0..<count { host.send(.add(1)) }
  } raw: { count in
    for _ in 0..<count { store.send(.add(1)) }
  }
}

/// A synchronous send by an input, which holds its host weakly, against one to a store of ElmEngine.
@MainActor
private func inputSend() -> Comparison {
  let host = makeHost()
  let input = host.input
  let store = makeCounterStore()
  return Comparison("effectview: input.send, against Elm's", limit: 14, operations: 200_000) { count in
    withExtendedLifetime(host) {
      for _ in 0..<count { input.send(.add(1)) }
    }
  } raw: { count in
    for _ in 0..<count { store.send(.add(1)) }
  }
}

/// Performing a synchronous event, against a continuation that is resumed at once, by which one would wait otherwise.
@MainActor
private func performEvent() -> Comparison {
  let host = makeHost()
  let input = host.input
  return Comparison("effectview: perform a synchronous event", limit: 4, operations: 50_000) { count in
    for _ in 0..<count { await input.perform(.add(1)) }
    withExtendedLifetime(host) {}
  } raw: { count in
    for _ in 0..<count {
      await withCheckedContinuation { continuation in continuation.resume() }
    }
  }
}

/// Events that two tasks send off the main actor, against a task for each event.
@MainActor
private func enqueueInput() -> Comparison {
  let host = makeHost()
  let input = host.input
  let plain = PlainCounter()
  return Comparison("effectview: input from 2, against a task for each", limit: 0.2, operations: 200_000, rounds: 7) {
    count in
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask { @concurrent in
          for _ in 0..<count / 2 { input(.add(1)) }
        }
      }
    }
    await host.settle()
  } raw: { count in
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask { @concurrent in
          var last: Task<Void, Never>?
          for _ in 0..<count / 2 { last = Task { @MainActor in plain.count += 1 } }
          await last?.value
        }
      }
    }
  }
}

/// Tasks that are started together and then waited for, against plain tasks on the main actor.
@MainActor
private func taskBurst() -> Comparison {
  let host = makeHost()
  let plain = PlainCounter()
  return Comparison("effectview: task, burst", limit: 5.5, operations: 10_000, rounds: 9) { count in
    for _ in 0..<count { host.send(.fetch) }
    await host.settle()
  } raw: { count in
    var tasks: [Task<Void, Never>] = []
    tasks.reserveCapacity(count)
    for _ in 0..<count { tasks.append(Task { @MainActor in plain.count += await fetch() }) }
    for task in tasks { await task.value }
  }
}
