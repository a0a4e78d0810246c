import ElmEngine
import StoreTesting
import Testing

// A sample of the guide to effects in time.

private enum Action: Equatable {
  case watch
  case load
  case loaded(Int)
  case failed(String)
}

@MainActor
@Suite struct EffectsInTimeTests {
  @Test func `each run of a timer's task is limited`() async {
    let bench = TestBench()
    let clock = bench.clock
    var count = 0
    let takes: [Duration] = [.seconds(1), .seconds(9), .seconds(1)]
    let store = Store<[Action], Action>(initialState: [], options: bench.options) { handled, action in
      let take = takes[min(count, 2)]
      @Sendable func fetch() async throws -> Int {
        try await clock.sleep(for: take)
        return 1
      }
      switch action {
      case .watch: return .timer(every: .seconds(30), id: "watch") { .load }
      case .load:
        return .task(id: "load") { .loaded(try await fetch()) }.timeout(after: .seconds(5)).catch { .failed("\($0)") }

      case .loaded, .failed:
        count += 1
        handled.append(action)
      }
      return .none
    }
    store.send(.watch)
    await clock.advance(by: .seconds(100))
    #expect(store.state == [.loaded(1), .failed("The effect did not end within 5.0 seconds."), .loaded(1)])
  }
}
