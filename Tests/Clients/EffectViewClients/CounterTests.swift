import EffectViewEngine
import Testing

// The reference's "Usage": its update function as it stands there. The sleep is shorter, and the loop that ignores its
// cancellation ends when the test does.

@MainActor private var isCounterAbandoned = false

private enum CounterView {
  struct ViewState { var counter = 0 }
  enum Event { case start, tick, stop }

  static func update(
    state: inout ViewState,
    event: Event
  ) -> Effect<Event, Void>? {
    switch event {
    case .start:
      state.counter = 0
      return .task(name: "Counter") { input, env in
        while true {
          do {
            try await Task.sleep(for: .microseconds(1))
            input(.tick)
          } catch {
            // ignore cancellation
            if isCounterAbandoned { return }
          }
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

@MainActor
@Suite struct CounterTests {
  @Test func `the counter counts until it is stopped, though its loop never ends by itself`() async {
    let host = EffectHost(state: CounterView.ViewState(), update: CounterView.update)
    defer { isCounterAbandoned = true }
    host.appear()
    host.input.send(.start)
    #expect(host.isTaskRunning(id: "Counter"))
    for await counter in host.values(of: \.counter) where counter >= 3 { break }
    host.input.send(.stop)
    #expect(!host.isTaskRunning(id: "Counter"))
    let counter = host.state.counter
    // Other tasks run next to the loop, which spins.
    await host.input.perform(.tick)
    #expect(host.state.counter == counter + 1)
    host.disappear()
    #expect(host.runningTaskCount == 0)
  }
}
