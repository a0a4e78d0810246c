import FeatureEngine
import StoreTesting
import Testing
import _StoreTestSupport

/// Tasks whose work gets no state.
@MainActor
@Suite struct ActionTaskResultsTests {
  typealias Task = ActionTask<String, Notes>

  private let executor: TestExecutor
  private let clock: TestClock
  private let gate = Gate()

  init() {
    executor = TestExecutor()
    clock = TestClock(executor: executor)
  }

  /// Ways to cancel a task called "load", which the action "start" has launched.
  enum Cancel: CaseIterable {
    case name, action, replacement, handle, all

    @MainActor
    func callAsFunction(_ store: Store<Script>, _ handle: SendHandle) {
      switch self {
      case .name: store.cancelTask(id: "load")
      case .action: store.send("stop")
      case .replacement: store.send("replace")
      case .handle: handle.cancel()
      case .all: store.cancelAllTasks()
      }
    }
  }

  // MARK: Results

  @Test(arguments: [true, false])
  func `a result is written to the state, and subscribers are notified`(hasName: Bool) async {
    let store = makeStore { _ in
      if hasName {
        .run(id: "load") {
          7
        } then: {
          $1.count = $0
        }
      } else {
        .run {
          7
        } then: {
          $1.count = $0
        }
      }
    }
    var heard: [Int] = []
    store.subscribe { heard.append($0.count) }
    let handle = store.send("start")
    #expect(store.isTaskRunning(id: "load") == hasName)
    await handle.value
    #expect(store.state.count == 7)
    #expect(heard == [0, 7])
  }

  @Test(arguments: Cancel.allCases)
  func `the result of a cancelled task is not written, although its work goes on`(cancel: Cancel) async {
    let store = makeStore { [gate] _ in
      .run(id: "load") {
        await gate.pass()
        return 7
      } then: {
        $1.count = $0
      }
    }
    let handle = store.send("start")
    await gate.waitForArrivals(1)
    cancel(store, handle)
    gate.open()
    await store.settle()
    #expect(store.state.count == 0)
  }

  @Test func `the result of a task whose store was deallocated is not written`() async {
    var store: Store<Script>? = makeStore { [gate] _ in
      .run {
        await gate.pass()
        return 7
      } then: {
        $1.count = $0
      }
    }
    let state = store?.state
    store?.send("start")
    await gate.waitForArrivals(1)
    store = nil
    gate.open()
    await executor.settle()
    #expect(state?.count == 0)
  }

  @Test func `a result that comes after its time is not written`() async {
    let store = makeStore { [gate] _ in
      .run {
        await gate.pass()
        return 7
      } then: {
        $1.count = $0
      }
      .timeout(after: .seconds(1))
      .catch { error, state in state.lines.append("\(error)") }
    }
    store.send("start")
    await gate.waitForArrivals(1)
    await clock.advance(by: .seconds(1))
    gate.open()
    await store.settle()
    #expect(store.state.count == 0)
    #expect(store.state.lines == ["handle start", "The effect did not end within 1.0 seconds."])
  }

  @Test func `work that throws has no result`() async {
    let store = makeStore { _ in
      .run { () throws -> Int in
        throw Refused()
      } then: {
        $1.count = $0 + 1
      }
      .catch { error, state in state.lines.append("\(error)") }
    }
    await store.send("start").value
    #expect(store.state.count == 0)
    #expect(store.state.lines == ["handle start", "Refused()"])
  }

  // MARK: Elements

  @Test(arguments: [true, false])
  func `the elements of a sequence are written in order, and then its end`(hasName: Bool) async {
    let numbers = AsyncStream<Int> { continuation in
      for number in 1...3 { continuation.yield(number) }
      continuation.finish()
    }
    let store = makeStore { _ in
      if hasName {
        .run(id: "load", each: numbers) {
          $1.lines.append("\($0)")
        } then: {
          $0.lines.append("end")
        }
      } else {
        .run(each: numbers) {
          $1.lines.append("\($0)")
        } then: {
          $0.lines.append("end")
        }
      }
    }
    await store.send("start").value
    #expect(store.state.lines == ["handle start", "1", "2", "3", "end"])
  }

  @Test(arguments: Cancel.allCases)
  func `no element and no end is written after a cancel, which ends the loop over the sequence`(
    cancel: Cancel
  ) async {
    let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
    let store = makeStore { _ in
      .run(id: "load", each: numbers) {
        $1.lines.append("\($0)")
      } then: {
        $0.lines.append("end")
      }
    }
    let handle = store.send("start")
    continuation.yield(1)
    await store.settle()
    continuation.yield(2)
    cancel(store, handle)
    continuation.yield(3)
    continuation.finish()
    await store.settle()
    #expect(store.state.lines.filter { !$0.hasPrefix("handle") } == ["1"])
  }

  @Test func `a task that is cancelled while it writes an element writes nothing more`() async {
    let numbers = AsyncStream<Int> { continuation in
      for number in 1...3 { continuation.yield(number) }
      continuation.finish()
    }
    var cancel: () -> Void = {}
    let store = makeStore { _ in
      .run(id: "load", each: numbers) { number, state in
        state.lines.append("\(number)")
        if number == 2 { cancel() }
      } then: {
        $0.lines.append("end")
      }
    }
    cancel = { [weak store] in store?.cancelTask(id: "load") }
    store.send("start")
    await store.settle()
    #expect(store.state.lines == ["handle start", "1", "2"])
  }

  @Test func `a sequence that throws has no end, and is made again for a retry`() async {
    var attempt = 0
    let store = makeStore { _ in
      .run(
        id: "load",
        each: Self.numbers(
          failing: {
            attempt += 1
            return attempt == 1
          }()
        )
      ) {
        $1.lines.append("\($0)")
      } then: {
        $0.lines.append("end")
      }
      .retry(RetryPolicy(attempts: 2, delay: .zero))
    }
    await store.send("start").value
    #expect(store.state.lines == ["handle start", "1", "1", "end"])
  }

  @Test func `what a sequence throws goes to the catch, and its end may say nothing`() async {
    let store = makeStore { _ in
      .run(id: "load", each: Self.numbers(failing: true)) { $1.lines.append("\($0)") }
        .catch { error, state in state.lines.append("\(error)") }
    }
    await store.send("start").value
    #expect(store.state.lines == ["handle start", "1", "Refused()"])
  }

  // MARK: Support

  private static func numbers(failing: Bool) -> AsyncThrowingStream<Int, any Error> {
    AsyncThrowingStream { continuation in
      continuation.yield(1)
      continuation.finish(throwing: failing ? Refused() : nil)
    }
  }

  /// A store that launches a task for "start", cancels "load" for "stop", and replaces it for "replace".
  private func makeStore(_ task: @escaping @MainActor (String) -> Task) -> Store<Script> {
    Store(
      options: StoreOptions(executor: executor, clock: clock),
      ActionHandler { action, state in
        state.lines.append("handle \(action)")
        return switch action {
        case "stop": .cancel(id: "load")
        case "replace": .run(id: "load") { _ in }
        default: task(action)
        }
      }
    )
  }
}
