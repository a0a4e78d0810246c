import ElmEngine
import Observation

/// Actions that come from other threads.
@MainActor
func mailboxComparisons() -> [Comparison] {
  [1, 2, 8].map(enqueue)
}

/// Actions enqueued off the main actor by so many tasks, against a task for each action.
@MainActor
func enqueue(threads: Int) -> Comparison {
  let store = makeCounterStore()
  let plain = PlainCounter()
  return Comparison("enqueue from \(threads), against a task for each", limit: 0.2, operations: 40_000, rounds: 9) {
    count in
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<threads {
        group.addTask { @concurrent in
          for _ in 0..<count / threads { store.enqueue(.add(1)) }
        }
      }
    }
    await store.settle()
  } raw: { count in
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<threads {
        group.addTask { @concurrent in
          var last: Task<Void, Never>?
          for _ in 0..<count / threads { last = Task { @MainActor in plain.count += 1 } }
          await last?.value
        }
      }
    }
  }
}
