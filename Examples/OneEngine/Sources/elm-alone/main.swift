import ElmEngine

// Adds what effects send, in the order in which they were requested.

struct Sum: Sendable {
  var total = 0
}

enum SumAction: Sendable {
  case addUp(to: Int)
  case add(Int)
}

let store = ElmEngine.Store(initialState: Sum()) { (state: consuming Sum, action: SumAction) in
  var newState = state
  switch action {
  case .addUp(let last):
    return (newState, .sequence((1...last).map { number in .task { .add(number) } }))
  case .add(let number):
    newState.total += number
    return (newState, .none)
  }
}

await store.send(.addUp(to: 4)).tree
print("ElmEngine alone: \(store.state.total)")
