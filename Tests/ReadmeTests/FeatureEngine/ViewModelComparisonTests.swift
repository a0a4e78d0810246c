#if Exhaustive
import FeatureEngine
import StoreTesting
import Testing
import _StoreTestSupport

/// The claims of the reference about features and plain `@Observable` view models, as far as they can be observed.
@MainActor
@Suite struct ViewModelComparisonTests {
  private let clock: TestClock
  private let log = EventLog()
  private let events = RecordedEvents()
  private let model: SearchModel
  private let options: StoreOptions

  init() {
    let executor = TestExecutor()
    clock = TestClock(executor: executor)
    model = SearchModel(service: SearchService(clock: clock))
    options = StoreOptions(executor: executor, clock: clock, observers: [log, events])
  }

  private func makeStore() -> Store<SearchFeature> {
    Store(
      initialState: SearchFeature.State(),
      feature: SearchFeature(service: SearchService(clock: clock)),
      options: options
    )
  }

  // MARK: Lost updates

  @Test func `of two loads, the older one's results overwrite those of the newer one in a model`() async {
    let first = Task { await model.load("s") }
    await clock.advance(by: .milliseconds(300))
    let second = Task { await model.load("swan") }
    await clock.advance(by: .seconds(7))
    #expect(model.results == ["swan 1", "swan 2"])
    // The older one is still on its way, and the flag has forgotten it.
    #expect(!model.isLoading)

    await clock.runUntilIdle()
    await first.value
    await second.value
    #expect(model.results == ["s 1", "s 2"])
  }

  @Test func `of two loads, the newer one replaces the older one in a feature`() async {
    let store = makeStore()
    store.send(.load("s"))
    await clock.advance(by: .milliseconds(300))
    store.send(.load("swan"))
    #expect(store.runningTaskCount == 1)
    await clock.advance(by: .seconds(5))
    #expect(store.state.isLoading)
    await clock.runUntilIdle()

    #expect(store.state.results == ["swan 1", "swan 2"])
    #expect(!store.state.isLoading)
    #expect(log.events("replaced") == ["replaced search"])
  }

  @Test func `of two updates that overlap, a model loses one, and a feature counts both`() async {
    let store = makeStore()
    let first = Task { await model.like() }
    let second = Task { await model.like() }
    store.send(.like)
    store.send(.like)
    await clock.runUntilIdle()
    await first.value
    await second.value

    #expect(model.likes == 1)
    #expect(store.state.likes == 2)
  }

  // MARK: Cancellation

  @Test func `a cancelled load shows an error in a model`() async {
    let task = Task { await model.load("swan") }
    await clock.advance(by: .seconds(1))
    task.cancel()
    await task.value
    #expect(model.errorMessage != nil)
  }

  @Test func `a cancelled load shows no error in a feature`() async {
    let store = makeStore()
    store.send(.load("swan"))
    await clock.advance(by: .seconds(1))
    store.send(.cancel)
    #expect(!store.state.isLoading)
    await clock.runUntilIdle()
    #expect(log.events("drained") == ["drained search"])

    #expect(store.state.errorMessage == nil)
    #expect(store.state.results.isEmpty)
    #expect(!store.state.isLoading)
  }

  @Test func `a replaced load shows no error in a feature`() async {
    let store = makeStore()
    store.send(.load("s"))
    await clock.advance(by: .seconds(1))
    store.send(.load("swan"))
    await clock.advance(by: .seconds(1))
    #expect(log.events("drained") == ["drained search"])
    #expect(store.state.errorMessage == nil)
    #expect(store.state.isLoading)
  }

  @Test func `the work of a closed screen continues in a model, and ends in a feature`() async {
    var model: SearchModel? = SearchModel(service: SearchService(clock: clock))
    weak var keptModel: SearchModel?
    keptModel = model
    let task = Task { [model] in await model?.load("swan") }
    await clock.advance(by: .seconds(1))
    model = nil
    await clock.advance(by: .seconds(1))
    #expect(keptModel != nil)
    #expect(clock.deadlines.count == 1)
    task.cancel()
    await task.value

    var store: Store<SearchFeature>? = makeStore()
    weak var keptStore: Store<SearchFeature>?
    keptStore = store
    store?.send(.load("swan"))
    await clock.advance(by: .seconds(1))
    #expect(clock.deadlines.count == 1)
    store = nil
    #expect(keptStore == nil)
    await clock.advance(by: .seconds(1))
    #expect(clock.deadlines.isEmpty)
  }

  // MARK: Predictability and debugging

  @Test func `the actions that an observer gets explain the state of a feature`() async {
    let store = makeStore()
    store.send(.load("s"))
    store.send(.like)
    await clock.advance(by: .milliseconds(300))
    store.send(.load("swan"))
    await clock.runUntilIdle()

    let actions = events.all.compactMap { event in
      if case .actionHandled(let action, _) = event.kind { action as? SearchFeature.Action } else { nil }
    }
    #expect(actions == [.load("s"), .like, .load("swan"), .liked, .found(["swan 1", "swan 2"])])

    // Handled again, without a store and without their tasks, they lead to the same state.
    let state = SearchFeature.State()
    let handler = SearchFeature(service: SearchService(clock: clock)).handle()
    for action in actions { _ = await handler.handle(action: action, state: state) }
    #expect(state.results == store.state.results)
    #expect(state.isLoading == store.state.isLoading)
    #expect(state.errorMessage == store.state.errorMessage)
    #expect(state.likes == store.state.likes)
  }

  @Test func `a task writes between its start and its end, and its events name its action`() async throws {
    let store = Store(
      initialState: UsageExamplesTests.DataFeature.State(),
      feature: UsageExamplesTests.DataFeature(apiClient: Service()),
      options: options
    )
    await store.send(.loadData).value
    #expect(store.state.data == [Item(name: "Swan")])
    #expect(log.events == ["handled loadData", "started load-data", "finished load-data"])

    guard case .actionHandled(_, let id) = try #require(events.all.first).kind else {
      Issue.record("The first event is the action.")
      return
    }
    #expect(events.all.dropFirst().allSatisfy { $0.cause == .action(id) })
  }

  @Test func `an observer of a model cannot see what changed it`() async {
    let changes = Counter()
    withObservationTracking {
      _ = model.results
    } onChange: {
      changes.add()
    }
    // Any code may, from anywhere, and an observer gets the same notification as for a load.
    model.results = ["a swan"]
    #expect(changes.value == 1)
  }

  // MARK: Testability

  @Test func `the immediate changes of an action can be asserted without waiting, and without a store`() async {
    let store = makeStore()
    store.send(.load("swan"))
    #expect(store.state.isLoading)
    #expect(store.isTaskRunning(id: "search"))
    store.send(.cancel)

    let state = SearchFeature.State()
    let task = await SearchFeature(service: SearchService(clock: clock)).handle()
      .handle(action: .load("swan"), state: state)
    #expect(state.isLoading)
    #expect(!task.isNone)
    #expect(clock.deadlines.isEmpty)

    // A model's method is one piece: a test of its first half needs a task, a turn, and a service that can be held.
    let load = Task { await model.load("swan") }
    #expect(!model.isLoading)
    await clock.advance(by: .seconds(1))
    #expect(model.isLoading)
    await clock.runUntilIdle()
    await load.value
  }
}
#endif
