import StoreTesting
import Testing
import _StoreTestSupport

/// The part that a chart adds to the runtime: phases, and work that ends with them.
@MainActor
@Suite struct ChartStoreTests {
  private enum Light { case red, green }

  private enum Event: Sendable { case go, stop, tick }

  @Test func `the work of a phase is cancelled when the phase is left`() async {
    let executor = TestExecutor()
    let chart = StateChart<Light, Int, Event>(
      initial: .red,
      step: { phase, ticks, event in
        switch (phase, event) {
        case (.red, .go): return .init(next: .green)
        case (.green, .stop): return .init(next: .red)
        case (.green, .tick): ticks += 1
        default: break
        }
        return .init(next: nil)
      },
      activity: { phase in
        phase == .green
          ? .run { send in
            send(.tick)
            try await untilCancelled()
          } : .none
      }
    )
    let store = ChartStore(chart: chart, context: 0, options: StoreOptions(executor: executor))
    store.send(.go)
    #expect(store.state.phase == .green)
    await store.settle()
    #expect(store.runningTaskCount == 1)
    #expect(store.state.context == 1)
    store.send(.stop)
    #expect(store.runningTaskCount == 0)
    store.send(.tick)
    #expect(store.state.context == 1)
  }
}
