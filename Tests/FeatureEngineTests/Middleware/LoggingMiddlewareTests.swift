import FeatureEngine
import Logging
import StoreTesting
import Testing
import _StoreTestSupport

@MainActor
@Suite struct LoggingMiddlewareTests {
  fileprivate struct Counted: Feature {
    struct Action: Sendable, CustomStringConvertible {
      var fails = false
      let described = Counter()

      var description: String {
        described.add()
        return "counted"
      }
    }

    @Observable
    final class State {
      var count = 0
    }

    let middleware: LoggingMiddleware

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        if action.fails { throw Refused() }
        state.count += 1
        return .none
      }
      .use(middleware)
      .onError { _, _ in }
    }
  }

  @Test(arguments: [Logger.Level.trace, .debug, .info, .warning])
  func `an action logs two lines at the middleware's level, with its metadata`(level: Logger.Level) {
    let log = RecordedLog()
    let store = makeStore(LoggingMiddleware(category: "Counter", logLevel: level, logger: log.logger))
    let handle = store.send(Counted.Action())
    #expect(handle.isFinished)
    #expect(store.state.count == 1)
    #expect(log.entries.map(\.level) == [level, level])
    #expect(log.entries.map(\.message) == ["Handling an action", "Handled an action"])
    #expect(
      log.entries.map(\.metadata) == [
        ["category": "Counter", "action": "counted"],
        ["category": "Counter", "action": "counted", "duration": "0.0"],
      ]
    )
  }

  @Test func `the log level is debug by default`() {
    let middleware = LoggingMiddleware(category: "Counter")
    #expect(middleware.logLevel == .debug)
    #expect(middleware.category == "Counter")
  }

  @Test func `the default logger has the middleware's level, so that its lines are seen`() async {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardErrorContent, \.standardOutputContent]
    ) {
      await MainActor.run {
        let feature = Counted(middleware: LoggingMiddleware(category: "Counter"))
        _ = Store(initialState: Counted.State(), feature: feature).send(Counted.Action(fails: false))
      }
    }
    let text = (result?.standardErrorContent ?? []) + (result?.standardOutputContent ?? [])
    #expect(String(decoding: text, as: UTF8.self).contains("Handled an action"))
  }

  @Test func `by default the category is the engine's name, and the name is the type's`() {
    let middleware = LoggingMiddleware()
    #expect(middleware.category == "FeatureEngine")
    #expect(middleware.id == "LoggingMiddleware")
  }

  @Test func `an error logs a line at error level`() {
    let log = RecordedLog()
    let store = makeStore(LoggingMiddleware(category: "Counter", logLevel: .trace, logger: log.logger))
    store.send(Counted.Action(fails: true))
    #expect(log.entries.map(\.level) == [.trace, .error])
    #expect(log.entries.map(\.message) == ["Handling an action", "An action failed"])
    #expect(
      log.entries.last?.metadata == ["category": "Counter", "action": "counted", "error": "Refused()"]
    )
  }

  @Test func `an action is not formatted if the logger's level is higher`() {
    let log = RecordedLog()
    let quiet = makeStore(
      LoggingMiddleware(category: "Counter", logLevel: .debug, logger: log.logger(level: .info))
    )
    let action = Counted.Action()
    quiet.send(action)
    #expect(action.described.value == 0)

    let silent = makeStore(LoggingMiddleware(category: "Counter", logger: log.logger(level: .critical)))
    let failing = Counted.Action(fails: true)
    silent.send(failing)
    #expect(failing.described.value == 0)
    #expect(log.entries.isEmpty)
  }

  @Test func `an action that fails is not formatted for a store whose logger is quiet`() {
    let log = RecordedLog()
    let store = Store(
      initialState: Unheard.State(),
      feature: Unheard(),
      options: StoreOptions(logger: log.logger(level: .critical))
    )
    let action = Counted.Action()
    store.send(action)
    #expect(action.described.value == 0)
    #expect(log.entries.isEmpty)
  }

  fileprivate struct Unheard: Feature {
    @Observable
    final class State {}
    func handle() -> ActionHandler<Counted.Action, State> {
      ActionHandler { _, _ in throw Refused() }
    }
  }

  private func makeStore(_ middleware: LoggingMiddleware) -> Store<Counted> {
    let clock = TestClock(executor: TestExecutor())
    return Store(
      initialState: Counted.State(),
      feature: Counted(middleware: middleware),
      options: StoreOptions(clock: clock)
    )
  }
}
