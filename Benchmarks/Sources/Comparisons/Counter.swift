import ElmEngine
import Observation

/// The smallest feature: it counts.
struct Counter: Sendable {
  var count = 0
}

enum CounterAction: Sendable {
  case add(Int)
  case fetch
  case fetched(Int)
}

@Observable
@MainActor
final class PlainCounter {
  var count = 0
}

/// The rest of a row of fetches.
struct Countdown {
  var left = 0
}

enum CountdownAction: Sendable {
  case start(Int)
  case fetched(Int)
}

@Observable
@MainActor
final class PlainCountdown {
  var left: Int
  var whenDone: (() -> Void)?

  init(left: Int) {
    self.left = left
  }

  func step() {
    Task { @concurrent in
      let amount = await fetch()
      await MainActor.run {
        left -= amount
        left > 0 ? step() : whenDone?()
      }
    }
  }
}

/// A state that is expensive to copy.
struct Table {
  var rows: [Int]
  var changes = 0

  init(rows: Int) {
    self.rows = Array(repeating: 0, count: rows)
  }
}

@MainActor
func makeCounterStore(_ options: StoreOptions = StoreOptions()) -> Store<Counter, CounterAction> {
  Store(initialState: Counter(), options: options) { state, action in
    var newState = state
    switch action {
    case .add(let amount), .fetched(let amount):
      newState.count += amount
      return (newState, .none)
    case .fetch:
      return (newState, .task { .fetched(1) })
    }
  }
}

@MainActor
func makeTableStore(rows: Int, _ options: StoreOptions = StoreOptions()) -> Store<Table, Int> {
  Store(initialState: Table(rows: rows), options: options) { state, row in
    var newState = state
    newState.rows[row] &+= 1
    newState.changes &+= 1
    return (newState, .none)
  }
}
