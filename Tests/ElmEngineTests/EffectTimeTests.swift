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

  @Test func `an effect has the time modifiers of the runtime`() async {
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

  @Test func `a delayed action is handled after the delay, unless it is cancelled`() async {
    let store = store { action in
      switch action {
      case "emit": .program(.emit("emitted").delay(for: .seconds(1)))
      case "send": .send("sent").delay(for: .seconds(1)).cancellable(id: "late")
      case "work":
        .task(id: "work") {
          for await _ in AsyncStream.makeStream(of: Never.self).stream {}
          return "too late"
        }
      case "cancel": .cancel("work").delay(for: .seconds(1))
      default: .none
      }
    }
    for action in ["emit", "send", "work", "cancel"] { store.send(action) }
    await clock.advance(by: .milliseconds(999))
    #expect(store.state == ["emit", "send", "work", "cancel"])
    #expect(store.isTaskRunning(id: "work"))
    #expect(store.isTaskRunning(id: "late"))
    await clock.advance(by: .milliseconds(1))
    #expect(store.state == ["emit", "send", "work", "cancel", "emitted", "sent"])
    #expect(!store.isTaskRunning(id: "work"))
    #expect(store.runningTaskCount == 0)
    store.send("send")
    store.cancel("late")
    await clock.runUntilIdle()
    #expect(store.state.last == "send")
  }

  @Test func `an action that polls with a delay takes the given time`() async {
    let store = store { action in
      action == "poll" ? .program(.emit("poll").delay(for: .seconds(1))) : .none
    }
    store.send("poll")
    await clock.advance(by: .seconds(100))
    #expect(store.state.count == 101)
    store.cancel(.all)
  }

  nonisolated private static let durations: [Duration] = [
    .zero, Duration(attoseconds: .min), .nanoseconds(1), .seconds(1_000 * 365 * 86_400), .seconds(Int64.max),
    Duration(attoseconds: .max),
  ]

  @Test(arguments: durations)
  func `no duration crashes, and none is waited for longer than a hundred years`(duration: Duration) async {
    let store = store { action in
      let elements = AsyncStream { continuation in
        continuation.yield("element")
        continuation.finish()
      }
      return switch action {
      case "delay": .task { "delayed" }.delay(for: duration)
      case "debounce": .task { "debounced" }.debounce(id: "debounce", for: duration)
      case "throttle": .task { "throttled" }.throttle(id: "throttle", for: duration, edges: .trailing)
      case "timeout": .task { "in time" }.timeout(after: duration).catch { _ in "in time" }
      case "retry":
        .task { throw Failure() }.retry(RetryPolicy(attempts: 2, delay: duration, multiplier: .infinity))
          .catch { _ in "failed twice" }
      case "stream": .stream(elements, id: "stream", rate: .debounce(for: duration))
      default: .none
      }
    }
    for action in ["delay", "debounce", "throttle", "timeout", "retry", "stream"] { store.send(action) }
    await clock.advance(by: .seconds(100 * 365 * 86_400))
    #expect(
      store.state.dropFirst(6).sorted() == ["debounced", "delayed", "element", "failed twice", "in time", "throttled"]
    )
    #expect(store.runningTaskCount == 0)
  }

  @Test func `a stream that is made by a closure is made again for a retry`() async {
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
