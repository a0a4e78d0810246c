import StoreCore

// Adds what effects send, with the runtime of all engines and without an engine.

enum SumAction: Sendable {
  case addUp(to: Int)
  case add(Int)
}

var total = 0
let runtime = Runtime<SumAction> { action in
  switch action {
  case .addUp(let last):
    return .sequence((1...last).map { number in .run { send in send(.add(number)) } })
  case .add(let number):
    total += number
    return .none
  }
}

await runtime.send(.addUp(to: 4)).tree
print("StoreCore alone: \(total)")
