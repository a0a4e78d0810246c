import ElmEngine
import StoreTesting
import Testing

@MainActor
@Suite struct EffectTimeTests {
  private let executor = TestExecutor()
  private let clock: TestClock

  private struct Failure: Error {}

  init() {
    clock = TestClock(executor: executor)
  }

  private func store(_ effect: @escaping @MainActor (String) -> Effect<String>) -> Store<[String], String> {
    Store(initialState: [], options: StoreOptions(executor: executor, clock: clock)) {
      (state: inout [String], action: String) in
      state.append(action)
      return effect(action)
    }
  }

  @Test func `the time modifiers of the runtime are the effect's`() async {
    let store = store { action in
      switch action {
      case "delay": .task { "delayed" }.delay(for: .seconds(1))
      case "debounce": .task { "debounced" }.debounce(id: "search", for: .seconds(1))
      case "timeout":
        .task {
          for await _ in AsyncStream.makeStream(of: Never.self).stream {}
          return "too late"
        }
        .timeout(after: .seconds(1))
        .catch { _ in "timed out" }
      case "retry": .task { throw Failure() }.retry(RetryPolicy(attempts: 2)).catch { _ in "failed twice" }
      default: .none
      }
    }
    for action in ["delay", "debounce", "timeout", "retry"] { store.send(action) }
    store.send("debounce")
    #expect(store.isTaskRunning(id: "search"))
    await clock.advance(by: .milliseconds(999))
    #expect(store.state.count == 5)
    await clock.advance(by: .milliseconds(1))
    #expect(store.state.suffix(4).sorted() == ["debounced", "delayed", "failed twice", "timed out"])
  }

  @Test func `a stream that is made by a closure is made anew for a retry`() async {
    let store = store { action in
      guard action == "start" else { return .none }
      return .stream(id: "lines") {
        AsyncThrowingStream<String, any Error> { continuation in
          continuation.yield("line")
          continuation.finish(throwing: Failure())
        }
      }
      .retry(RetryPolicy(attempts: 2))
      .catch { _ in "failed" }
    }
    store.send("start")
    await clock.runUntilIdle()
    #expect(store.state == ["start", "line", "line", "failed"])
  }
}
