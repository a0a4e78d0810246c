import ElmEngine

@testable import EngineLab

extension LabEngine {
  /// ElmEngine under another name.
  static func fake(_ name: String, summary: String = "a fake") -> LabEngine {
    var engine = LabEngine.all[0]
    engine.name = name
    engine.summary = summary
    return engine
  }

  /// An engine that reports a wrong result of a purchase.
  static func lying(_ name: String, about activity: Checkout.Activity = .failed("no luck")) -> LabEngine {
    var engine = fake(name)
    engine.checkout = { [checkout = engine.checkout] environment, options in
      let host = checkout(environment, options)
      return Host(
        state: {
          var state = host.state()
          state.activity = activity
          return state
        },
        send: host.send,
        subscribe: host.subscribe,
        cancelAll: host.cancelAll,
        settle: host.settle
      )
    }
    return engine
  }

  /// An engine with two effects of which the last one wins: in their order, or as the schedule has it.
  static func racing(_ name: String, isOrdered: Bool = false) -> LabEngine {
    var engine = fake(name)
    engine.checkout = { _, options in
      let effects: [Effect<Checkout.Action>] = [
        .task { .failed(message: "first") }, .task { .failed(message: "second") },
      ]
      return Host(
        Store<Checkout.State, Checkout.Action>(initialState: Checkout.State(), options: options) { state, action in
          var newState = state
          if case .failed(let message) = action { newState.activity = .failed(message) }
          guard action == .buyTapped else { return (newState, .none) }
          return (newState, isOrdered ? .sequence(effects) : .merge(effects))
        },
        showing: \.self
      )
    }
    return engine
  }

  /// An engine with an effect that takes a second, and may have a timeout.
  static func waiting(_ name: String, timeout: Duration?) -> LabEngine {
    var engine = fake(name)
    engine.checkout = { _, options in
      let clock = options.clock ?? ContinuousClock()
      let wait = Effect<Checkout.Action>.cancellable(
        {
          try await clock.sleep(for: .seconds(1))
          return .failed(message: "done")
        },
        "wait"
      )
      return Host(
        Store<Checkout.State, Checkout.Action>(initialState: Checkout.State(), options: options) { state, action in
          var newState = state
          if case .failed(let message) = action { newState.activity = .failed(message) }
          guard action == .buyTapped else { return (newState, .none) }
          guard let timeout else { return (newState, wait) }
          return (newState, wait.timeout(after: timeout).catch { _ in .failed(message: "too late") })
        },
        showing: \.self
      )
    }
    return engine
  }

  /// The engine with a closure that is called when its checkout is made.
  func onStart(_ call: @escaping @Sendable () -> Void) -> LabEngine {
    var engine = self
    engine.checkout = { [checkout] environment, options in
      call()
      return checkout(environment, options)
    }
    return engine
  }
}
