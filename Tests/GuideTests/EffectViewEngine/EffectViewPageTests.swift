import EffectViewEngine
import StoreTesting
import Testing

// The samples of EffectViewEngine's page that run without a view.

private enum CounterView {
  struct ViewState { var counter = 0 }

  enum Event { case start, tick, stop }

  static func update(state: inout ViewState, event: Event) -> Effect<Event, Void>? {
    switch event {
    case .start:
      state.counter = 0
      return .task(name: "Counter") { input, env in
        while !Task.isCancelled {
          try? await Task.sleep(for: .seconds(1))
          input(.tick)
        }
      }
    case .tick:
      state.counter += 1
      return nil
    case .stop:
      return .cancel("Counter")
    }
  }
}

private struct ViewState {
  var isLoading = false
  var items: [String] = []
}

private enum Event: Equatable {
  case load
  case loaded([String])
}

private struct Env {
  var fetch: @Sendable () async -> [String]

  static let mock = Env(fetch: { ["swift"] })
}

private func update(state: inout ViewState, event: Event) -> Effect<Event, Env>? {
  switch event {
  case .load:
    state.isLoading = true
    return .task(name: "load") { input, env in
      input(.loaded(await env.fetch()))
    }
  case .loaded(let items):
    state = ViewState(items: items)
    return nil
  }
}

@MainActor
@Suite struct EffectViewPageTests {
  @Test func `the counter without a view`() async {
    let host = EffectHost(state: CounterView.ViewState(), update: CounterView.update)
    host.appear()
    host.input.send(.start)
    let isCounting = host.isTaskRunning(id: "Counter")  // true, without an await in between
    host.disappear()

    #expect(isCounting)
    #expect(!host.isTaskRunning(id: "Counter"))
    await host.settle()
    #expect(host.state.counter == 0)
  }

  @Test func `an update function is tested alone, and its operation with a host that records events`() async {
    var state = ViewState()
    guard case .task(name: "load", _, let operation)? = update(state: &state, event: .load) else {
      Issue.record("The event starts no task.")
      return
    }

    let log = EffectHost<[Event], Event, Void>(state: []) { (events: inout [Event], event: Event) in
      events.append(event)
      return nil
    }
    await operation(log.input, .mock)
    await log.settle()

    #expect(state.isLoading)
    #expect(log.state == [.loaded(["swift"])])
  }
}
