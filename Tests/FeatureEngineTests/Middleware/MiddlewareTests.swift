import FeatureEngine
import StoreTesting
import Testing
import _StoreTestSupport

@MainActor
@Suite struct MiddlewareTests {
  @Test func `middleware is called around the handler in the order of its use`() async {
    let log = Log()
    let store = makeStore(log) { $0.use(Named("a", log)).use(Synchronous("b", log)).use(Named("c", log)) }
    store.send(.add(1))
    #expect(
      log.lines == [
        "a before add(1) at 0", "b before add(1) at 0", "c before add(1) at 0", "handle",
        "a after add(1) at 1", "b after add(1) at 1", "c after add(1) at 1",
      ]
    )
  }

  private struct Both: SynchronousActionMiddleware, AfterActionMiddleware {
    let log: Log

    func beforeAction<Action, State>(action: Action, state: State) throws {}

    func onError<Action, State>(error: any Error, action: Action, state: State) {}

    func afterAction<Action, State>(
      action: Action,
      state: State,
      result: ActionTask<Action, State>,
      duration: TimeInterval
    ) throws {
      log.add("both")
    }
  }

  @Test(arguments: [false, true])
  func `middleware of two kinds is called once, with or without other middleware`(isBesideOther: Bool) {
    let log = Log()
    let store = makeStore(log) { isBesideOther ? $0.use(Named("a", log)).use(Both(log: log)) : $0.use(Both(log: log)) }
    store.send(.add(1))
    #expect(log.lines.count { $0 == "both" } == 1)
  }

  private struct NameAlone: BaseActionMiddleware {
    func beforeAction(action: Int, state: Int) {}
  }

  @Test func `middleware that would never be called stops the program at the caller's line`() async {
    // Inside the macro, all lines are its own.
    let line = #line + 1
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        _ = ActionHandler<Int, Int> { (_: Int, _: Int) in .none }.use(NameAlone())
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("\(#fileID):\(line): "))
    #expect(text.contains("The middleware 'NameAlone' would never be called."))
  }

  @Test func `a throwing beforeAction vetoes the action, and the error reaches handlers in order`() async {
    let log = Log()
    let store = makeStore(log) {
      $0.use(Named("a", log)).use(Named("guard", log, vetoes: true)).use(Synchronous("c", log))
        .onError { error, state in
          state.message = "\(error)"
          log.add("onError")
        }
    }
    let handle = store.send(.add(1))
    #expect(handle.isFinished)
    #expect(store.state.count == 0)
    #expect(store.state.message == "Refused()")
    #expect(
      log.lines == [
        "a before add(1) at 0", "guard before add(1) at 0",
        "a error Refused()", "guard error Refused()", "c error Refused()", "onError",
      ]
    )
  }

  @Test func `synchronous middleware vetoes, too`() {
    let log = Log()
    let store = makeStore(log) { $0.use(Synchronous("a", log, vetoes: true)).use(Synchronous("b", log)) }
    store.send(.add(1))
    #expect(store.state.count == 0)
    #expect(log.lines == ["a before add(1) at 0", "a error Refused()", "b error Refused()"])
  }

  @Test(arguments: [true, false])
  func `a vetoed action was not handled, and observers are notified of the veto`(isSynchronous: Bool) async {
    let (log, events) = (Log(), RecordedEvents())
    let store = makeStore(log, observers: [events]) { handler in
      let stopped =
        isSynchronous ? handler.use(Synchronous("a", log, vetoes: true)) : handler.use(Named("a", log, vetoes: true))
      return stopped.onError { error, state in state.message = "\(error)" }
    }
    var heard: [Sum.Action] = []
    store.runtime.subscribe(toActions: { heard.append($0) })
    await store.send(.add(1)).tree
    #expect(store.state.count == 0)
    #expect(store.state.message == "Refused()")
    #expect(heard.isEmpty)
    let vetoes = events.all.map { if case .actionVetoed(_, _, let veto) = $0.kind { "\(veto)" } else { "\($0)" } }
    #expect(vetoes == ["vetoed by a: Refused()"])
  }

  @Test(arguments: [true, false])
  func `an action whose handler throws was handled`(isSynchronous: Bool) {
    let log = Log()
    let handler = ActionHandler<Sum.Action, Sum.State> { _, state in
      state.count += 1
      throw Refused()
    }
    .onError { _, _ in }
    let feature = Sum(handler: isSynchronous ? handler.use(Synchronous("a", log)) : handler.use(Named("a", log)))
    let store = Store(initialState: Sum.State(), feature: feature)
    var counts: [Int] = []
    store.runtime.subscribe(toActions: { _ in counts.append(store.state.count) })
    store.send(.load)
    #expect(counts == [1])
  }

  @Test func `middleware that has suspended may veto, and later actions go on`() async {
    struct SlowRefusal: BeforeActionMiddleware {
      let gate: Gate
      func beforeAction<Action, State>(action: Action, state: State) async throws {
        guard let action = action as? Sum.Action, case .add(1) = action else { return }
        await gate.pass()
        throw Refused()
      }
    }
    let (log, gate) = (Log(), Gate())
    let store = makeStore(log) { $0.use(SlowRefusal(gate: gate)).onError { _, _ in } }
    var heard: [Sum.Action] = []
    store.runtime.subscribe(toActions: { heard.append($0) })
    let handle = store.send(.add(1))
    store.send(.add(10))
    await gate.waitForArrivals(1)
    gate.open()
    await handle.value
    await store.settle()
    #expect(store.state.count == 10)
    #expect(heard.count == 1)
  }

  @Test func `an action that is cancelled before its handler is called was dropped`() async {
    struct Waiting: BeforeActionMiddleware {
      func beforeAction<Action, State>(action: Action, state: State) async throws { try await untilCancelled() }
    }
    let (log, events) = (Log(), EventLog())
    let store = makeStore(log, observers: [events]) {
      $0.use(Waiting()).onError { _, _ in Issue.record("The error of a cancelled action was passed on.") }
    }
    var heard: [Sum.Action] = []
    store.runtime.subscribe(toActions: { heard.append($0) })
    store.send(.add(1)).cancel()
    await store.settle()
    #expect(heard.isEmpty)
    #expect(log.lines.isEmpty)
    #expect(events.events == ["dropped add(1) of nobody"])
  }

  @Test(arguments: [true, false])
  func `subscribers get the state that an action and its errors leave`(isSynchronous: Bool) {
    let log = Log()
    let store = makeStore(log) { handler in
      isSynchronous ? handler.use(Synchronous("a", log)) : handler.use(Named("a", log))
    }
    var heard: [Int] = []
    store.subscribe { heard.append($0.count) }
    store.send(.add(1))
    store.send(.add(2))
    #expect(heard == [1, 3])

    let guarded = makeStore(log) { handler in
      let stopped =
        isSynchronous ? handler.use(Synchronous("b", log, vetoes: true)) : handler.use(Named("b", log, vetoes: true))
      return stopped.onError { error, state in state.message = "\(error)" }
    }
    var messages: [String?] = []
    guarded.subscribe { messages.append($0.message) }
    guarded.send(.add(1))
    #expect(messages == ["Refused()"])
  }

  @Test func `an error of afterAction reaches onError, and the tasks start nevertheless`() async {
    struct Late: AfterActionMiddleware {
      func afterAction<Action, State>(
        action: Action,
        state: State,
        result: ActionTask<Action, State>,
        duration: TimeInterval
      ) async throws {
        throw Refused()
      }
    }
    let log = Log()
    let store = makeStore(log) {
      $0.use(Late()).onError { error, _ in log.add("onError \(error)") }
    }
    let handle = store.send(.load)
    #expect(store.isTaskRunning(id: "load"))
    await handle.value
    #expect(log.lines == ["handle", "onError Refused()", "loaded"])
  }

  @Test func `later actions wait while middleware suspends`() async {
    let gate = Gate()
    let log = Log()
    let store = makeStore(log) { $0.use(Slow(gate: gate)).use(Named("b", log)) }
    store.send(.add(1))
    let second = store.send(.add(10))
    #expect(log.lines.isEmpty)
    #expect(store.state.count == 0)
    gate.open()
    await second.value
    #expect(store.state.count == 11)
    #expect(
      log.lines.filter { $0.hasPrefix("b") } == [
        "b before add(1) at 0", "b after add(1) at 1", "b before add(10) at 1", "b after add(10) at 11",
      ]
    )
  }

  @Test func `an action that middleware sends is handled after the current one`() async {
    final class Echo: AfterActionMiddleware {
      var store: Store<Sum>?
      func afterAction<Action, State>(
        action: Action,
        state: State,
        result: ActionTask<Action, State>,
        duration: TimeInterval
      ) async throws {
        if let action = action as? Sum.Action, case .add(1) = action { store?.send(.add(100)) }
      }
    }
    let log = Log()
    let echo = Echo()
    let store = makeStore(log) { $0.use(echo).use(Named("b", log)) }
    echo.store = store
    store.send(.add(1))
    await store.settle()
    echo.store = nil
    #expect(
      log.lines.filter { $0.hasPrefix("b") } == [
        "b before add(1) at 0", "b after add(1) at 1", "b before add(100) at 1", "b after add(100) at 101",
      ]
    )
  }

  @Test(arguments: [true, false])
  func `without a clock of the store's own, the duration is measured by the system's`(isSynchronous: Bool) async {
    final class Times {
      var inside = Duration.zero
      var reported: [TimeInterval] = []
    }
    struct Timing: AfterActionMiddleware {
      let times: Times
      func afterAction<Action, State>(
        action: Action,
        state: State,
        result: ActionTask<Action, State>,
        duration: TimeInterval
      ) async throws {
        times.reported.append(duration)
      }
    }
    struct SynchronousTiming: SynchronousActionMiddleware {
      let times: Times
      func beforeAction<Action, State>(action: Action, state: State) throws {}
      func onError<Action, State>(error: any Error, action: Action, state: State) {}
      func afterAction<Action, State>(
        action: Action,
        state: State,
        result: ActionTask<Action, State>,
        duration: TimeInterval
      ) throws {
        times.reported.append(duration)
      }
    }
    struct Work: Feature {
      let times: Times
      let isSynchronous: Bool
      final class State: Observable {}
      enum Action: Sendable { case work }
      func handle() -> ActionHandler<Action, State> {
        let handler = ActionHandler<Action, State> { _, _ in
          let start = ContinuousClock.now
          times.inside = start.duration(to: .now)
          return .none
        }
        return isSynchronous ? handler.use(SynchronousTiming(times: times)) : handler.use(Timing(times: times))
      }
    }
    let times = Times()
    let store = Store(initialState: Work.State(), feature: Work(times: times, isSynchronous: isSynchronous))
    let start = ContinuousClock.now
    await store.send(.work).value
    let outside = start.duration(to: .now)
    #expect(times.reported.count == 1)
    for duration in times.reported {
      // To the rounding of the last digits.
      #expect(duration >= times.inside / .seconds(1) * 0.999)
      #expect(duration <= outside / .seconds(1) * 1.001)
    }
  }

  @Test func `the duration covers the handler, in seconds, by the store's clock`() async {
    let clock = TestClock(executor: TestExecutor())
    let seen = Log()
    struct Timing: AfterActionMiddleware {
      let log: Log
      func afterAction<Action, State>(
        action: Action,
        state: State,
        result: ActionTask<Action, State>,
        duration: TimeInterval
      ) async throws {
        log.add("\(duration) \(result.isNone)")
      }
    }
    struct Wait: Feature {
      let clock: TestClock
      let log: Log
      final class State: Observable {}
      enum Action: Sendable { case wait }
      func handle() -> ActionHandler<Action, State> {
        ActionHandler { _, _ in
          try await clock.sleep(for: .milliseconds(1500))
          return .none
        }
        .use(Timing(log: log))
      }
    }
    let store = Store(
      initialState: Wait.State(),
      feature: Wait(clock: clock, log: seen),
      options: StoreOptions(clock: clock)
    )
    let handle = store.send(.wait)
    await clock.advance(by: .seconds(2))
    await handle.value
    #expect(seen.lines == ["1.5 true"])
  }

  @Test func `transforms change each task, in order, before afterAction sees it`() async {
    let log = Log()
    let store = makeStore(log) {
      $0.transform { $0.catch { _, _ in log.add("first") } }
        .transform { .concatenate($0, .run { _ in log.add("second") }) }
    }
    await store.send(.fail).value
    #expect(log.lines == ["handle", "first", "second"])
  }

  @Test func `a middleware's name is its type's, or its own`() {
    #expect(Slow(gate: Gate()).id == "Slow")
    #expect(Named("own", Log()).id == "own")
    #expect(LoggingMiddleware(category: "App").id == "LoggingMiddleware")
  }

  // MARK: Support

  private func makeStore(
    _ log: Log,
    observers: [any RuntimeObserver] = [],
    _ change: (ActionHandler<Sum.Action, Sum.State>) -> ActionHandler<Sum.Action, Sum.State>
  ) -> Store<Sum> {
    let handler = change(Sum.handler(log))
    let options = StoreOptions(observers: observers)
    return Store(initialState: Sum.State(), feature: Sum(handler: handler), options: options)
  }
}

@MainActor
final class Log {
  private(set) var lines: [String] = []
  nonisolated init() {}
  func add(_ line: String) { lines.append(line) }
  func clear() { lines = [] }
}

struct Refused: Error {}

struct Sum: Feature {
  @Observable
  final class State: CustomStringConvertible {
    var count = 0
    var message: String?
    var description: String { "\(count)" }
  }

  enum Action: Sendable {
    case add(Int)
    case load
    case fail
  }

  let handler: ActionHandler<Action, State>

  func handle() -> ActionHandler<Action, State> { handler }

  static func handler(_ log: Log) -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      log.add("handle")
      switch action {
      case .add(let number):
        state.count += number
        return .none
      case .load:
        return .run(id: "load") { _ in log.add("loaded") }
      case .fail:
        return .run { _ in throw Refused() }
      }
    }
  }
}

struct Named: ActionMiddleware {
  let id: String
  let log: Log
  let vetoes: Bool

  init(_ id: String, _ log: Log, vetoes: Bool = false) {
    self.id = id
    self.log = log
    self.vetoes = vetoes
  }

  func beforeAction<Action, State>(action: Action, state: State) async throws {
    log.add("\(id) before \(action) at \(state)")
    if vetoes { throw Refused() }
  }

  func afterAction<Action, State>(
    action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) async throws {
    log.add("\(id) after \(action) at \(state)")
  }

  func onError<Action, State>(error: any Error, action: Action, state: State) async {
    log.add("\(id) error \(error)")
  }
}

struct Synchronous: SynchronousActionMiddleware {
  let id: String
  let log: Log
  let vetoes: Bool

  init(_ id: String, _ log: Log, vetoes: Bool = false) {
    self.id = id
    self.log = log
    self.vetoes = vetoes
  }

  func beforeAction<Action, State>(action: Action, state: State) throws {
    log.add("\(id) before \(action) at \(state)")
    if vetoes { throw Refused() }
  }

  func afterAction<Action, State>(
    action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws {
    log.add("\(id) after \(action) at \(state)")
  }

  func onError<Action, State>(error: any Error, action: Action, state: State) {
    log.add("\(id) error \(error)")
  }
}

struct Slow: BeforeActionMiddleware {
  let gate: Gate

  func beforeAction<Action, State>(action: Action, state: State) async throws {
    await gate.pass()
  }
}
