import EffectViewEngine

// Adds what tasks send, in the order in which they were requested. No view is needed: a host has its own lifetime.

enum SumEvent: Sendable {
  case addUp(to: Int)
  case add(Int)
}

let host = EffectHost(state: 0) { (total: inout Int, event: SumEvent) -> Effect<SumEvent, Void>? in
  switch event {
  case .addUp(let last):
    return .sequence((1...last).map { number in .task { input, _ in input(.add(number)) } })
  case .add(let number):
    total += number
    return nil
  }
}

host.appear()
await host.input.perform(.addUp(to: 4))
print("EffectViewEngine alone: \(host.state)")
host.disappear()
