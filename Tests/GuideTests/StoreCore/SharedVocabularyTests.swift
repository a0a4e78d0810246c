import EffectViewEngine
import ElmEngine
import FeatureEngine
import ReduxBridge
import StoreTesting
import Testing

// The words that all engines share; the guide to effects and cancellation lists them.

private enum FeedAction: Equatable, Sendable {
  case load
  case loaded(Int)
}

private enum FeedTask: Hashable, Sendable {
  case watch
}

@Observable
private final class FeedState {
  var count = 0

  init() {}
}

private var numbers: AsyncStream<FeedAction> {
  AsyncStream { continuation in
    continuation.yield(.loaded(5))
    continuation.finish()
  }
}

private func fetch() async throws -> Int { 3 }

/// Counts the loaded numbers, on each engine.
private func reduce(_ count: inout Int, _ action: FeedAction) {
  if case .loaded(let number) = action { count += number }
}

private struct ReduxFeed: EffectFeatureType {
  func reduce(into state: inout Int, action: FeedAction) async {
    GuideTests.reduce(&state, action)
  }

  func effect(of action: FeedAction, state: Int) -> EffectProgram<FeedAction> {
    action == .load ? .task(id: "load") { .loaded(1) } : .none
  }
}

@MainActor
@Suite struct SharedVocabularyTests {
  private let bench = TestBench(isTraced: false)

  // MARK: Stores

  private func useAll<Feed: StoreEngine>(_ store: Feed, count: @MainActor (Feed.State) -> Int) async -> Int
  where Feed.Action == FeedAction {
    store.send(.load)  // handled when this returns, on an idle store
    store.enqueue(.load)  // from any isolation
    await store.send(.load).value  // until its own effects have ended
    await store.perform(.load)  // until all that it causes has ended
    let count = await store.perform(.load, returning: count)
    store.launch(.task(id: "load") { .loaded(1) })  // an effect that no action caused
    _ = store.isTaskRunning(id: "load")
    _ = store.runningTaskCount
    store.cancel(id: "load")
    store.cancel(ids: ["load", "watch"])
    store.cancelAll()
    await store.settle()  // until nothing more can happen by itself
    return count
  }

  private func elmStore() -> ElmStore<Int, FeedAction> {
    ElmStore(initialState: 0, options: bench.options) { (count: inout Int, action: FeedAction) in
      reduce(&count, action)
      return action == .load ? .task(id: "load") { .loaded(1) } : .none
    }
  }

  private struct CountingFeed: Feature {
    func handle() -> ActionHandler<FeedAction, FeedState> {
      ActionHandler { action, state in
        GuideTests.reduce(&state.count, action)
        return action == .load ? .task(id: "load") { _ in .loaded(1) } : .none
      }
    }
  }

  private func featureStore() -> FeatureStore<CountingFeed> {
    FeatureStore(initialState: FeedState(), feature: CountingFeed(), options: bench.options)
  }

  private func reduxStore() -> ReduxStore<ReduxFeed> {
    ReduxStore(feature: ReduxFeed(), initialState: 0, options: bench.options)
  }

  private func host() -> EffectHost<Int, FeedAction, Void> {
    EffectHost(state: 0, options: bench.options) { (count: inout Int, event: FeedAction) in
      reduce(&count, event)
      return event == .load ? .task(id: "load") { _ in .loaded(1) } : nil
    }
  }

  @Test func `every store has the shared methods, and they do the same`() async {
    #expect(await useAll(elmStore(), count: { $0 }) == 3)
    #expect(await useAll(featureStore(), count: { $0.count }) == 3)
    #expect(await useAll(host(), count: { $0 }) == 3)
    #expect(await useAll(reduxStore(), count: { $0 }) == 3)
  }

  @Test func `the method to send can be used as a function of an action, on every store`() {
    let (elm, feature, host, redux) = (elmStore(), featureStore(), host(), reduxStore())
    let functions: [@MainActor (FeedAction) -> Void] = [elm.send, feature.send, host.send, redux.send]
    for send in functions { [.loaded(1), .loaded(2)].forEach(send) }
    let numbers = [FeedAction.loaded(10), .loaded(20)]
    numbers.forEach(elm.send)
    numbers.forEach(feature.send)
    numbers.forEach(host.send)
    #expect(elm.state == 33 && feature.state.count == 33 && host.state == 33 && redux.state == 3)
  }

  @Test func `sending makes the action of a button, on every store`() {
    let (elm, feature, host, redux) = (elmStore(), featureStore(), host(), reduxStore())
    func button(action: @escaping @MainActor () -> Void) -> @MainActor () -> Void { action }
    func cell(perform action: (() -> Void)?) -> (() -> Void)? { action }
    let press = [
      button(action: elm.send(.loaded(1))), button(action: feature.send(.loaded(1))),
      button(action: host.send(.loaded(1))), button(action: redux.send(.loaded(1))),
    ]
    let show = cell(perform: elm.send(.loaded(5)))
    #expect(elm.state == 0 && feature.state.count == 0 && host.state == 0)
    for press in press + press { press() }
    show?()
    #expect(elm.state == 7 && feature.state.count == 2 && host.state == 2 && redux.state == 2)
  }

  @Test func `the references' words for stores`() async {
    let (elm, feature, host, redux) = (elmStore(), featureStore(), host(), reduxStore())
    func wait(_ id: EffectID) -> EffectProgram<FeedAction> {
      .run(id: id) { _ in try await EffectClock.current.sleep(for: .seconds(60)) }
    }
    elm.launch(wait("other"))
    host.launch(wait("load"))
    for id: EffectID in ["load", "watch", "other"] { feature.launch(wait(id)) }
    await elm.send(.load).value
    redux.send(action: .load)  // send(_:)
    elm.cancel("load")  // cancel(id:)
    host.cancel("load")  // cancel(id:)
    feature.cancelTask(id: "load")  // cancel(id:)
    feature.cancelTasks(ids: ["load", "watch"])  // cancel(ids:)
    feature.cancelAllTasks()  // cancelAll()
    elm.cancel(.all)  // cancelAll(), in each engine
    await redux.settle()
    #expect(elm.state == 1 && redux.state == 1)
    #expect(elm.runningTaskCount + feature.runningTaskCount + host.runningTaskCount == 0)
  }

  // MARK: Effects

  /// The actions that each row sends, in the rows' order.
  private let sent: [[FeedAction]] = [
    [.loaded(1)], [.loaded(3)], [.loaded(3)], [.loaded(3)], [.loaded(3)], [.loaded(5)], [], [], [.loaded(3)],
    [.loaded(3)], [], [], [.load], [.load, .loaded(1)], [.load], [.load],
  ]

  /// Runs each row in a store of its own, and expects its actions.
  private func expect<Effects, Feed: StoreEngine>(
    _ effects: [Effects],
    sending sent: [[FeedAction]]? = nil,
    in store: (Effects) -> Feed,
    start: (Feed, Effects) -> Void
  ) async where Feed.Action == FeedAction {
    let sent = sent ?? self.sent
    #expect(effects.count == sent.count)
    for (effect, expected) in zip(effects, sent) {
      let store = store(effect)
      var handled: [FeedAction] = []
      store.runtime.subscribe { handled.append($0) }
      start(store, effect)
      await store.settle()
      #expect(handled.filter { $0 != .loaded(-1) } == expected)
    }
  }

  @Test func `the effects of ElmEngine`() async {
    let elm: [ElmEngine.Effect<FeedAction>] = [
      .send(.loaded(1)),
      .task { .loaded(try await fetch()) },
      .task(id: "load") { .loaded(try await fetch()) },
      .run { send in send(.loaded(try await fetch())) },
      .run(id: "load") { send in send(.loaded(try await fetch())) },
      .stream(numbers, id: "watch"),
      .timer(every: .seconds(1)) { .load },
      .timer(every: .seconds(1), id: "clock") { .load },
      .poll(every: .seconds(30)) { .loaded(try await fetch()) },
      .poll(every: .seconds(30), id: "mail") { .loaded(try await fetch()) },
      .cancel(id: "load"),
      .cancel(ids: ["load", "watch"]),
      .sequence(.cancel(id: "load"), .send(.load)),
      .merge(.send(.load), .send(.loaded(1))),
      .sequence([.send(.load)]),
      .merge([.send(.load)]),
    ]
    await expect(elm) { _ in
      ElmStore(initialState: 0, options: bench.options) { (_: inout Int, _: FeedAction) in .none }
    } start: { store, effect in
      store.launch(effect.program)
    }
  }

  private struct Feed: Feature {
    let effect: ActionTask<FeedAction, FeedState>

    func handle() -> ActionHandler<FeedAction, FeedState> {
      ActionHandler { action, _ in action == .loaded(-1) ? effect : .none }
    }
  }

  @Test func `the effects of FeatureEngine`() async {
    let feature: [ActionTask<FeedAction, FeedState>] = [
      .send(.loaded(1)),
      .task { _ in .loaded(try await fetch()) },
      .task(id: "load") { _ in .loaded(try await fetch()) },
      .run { state, send in send(.loaded(try await fetch())) },
      .run(id: "load") { state, send in send(.loaded(try await fetch())) },
      .program(.stream(numbers, id: "watch")),
      .timer(every: .seconds(1)) { .load },
      .timer(every: .seconds(1), id: "clock") { .load },
      .poll(every: .seconds(30)) { .loaded(try await fetch()) },
      .poll(every: .seconds(30), id: "mail") { .loaded(try await fetch()) },
      .cancel(id: "load"),
      .cancel(ids: ["load", "watch"]),
      .sequence(.cancel(id: "load"), .send(.load)),
      .merge(.send(.load), .send(.loaded(1))),
      .sequence([.send(.load)]),
      .merge([.send(.load)]),
    ]
    await expect(feature) { effect in
      FeatureStore(initialState: FeedState(), feature: Feed(effect: effect), options: bench.options)
    } start: { store, _ in
      store.send(.loaded(-1))
    }
  }

  @Test func `the effects of EffectViewEngine`() async {
    let view: [EffectViewEngine.Effect<FeedAction, Void>] = [
      .send(.loaded(1)),
      .task { _ in .loaded(try await fetch()) },
      .task(id: "load") { _ in .loaded(try await fetch()) },
      .run { input, _ in input(.loaded(try await fetch())) },
      .run(id: "load") { input, _ in input(.loaded(try await fetch())) },
      .stream(numbers, id: "watch"),
      .timer(every: .seconds(1)) { .load },
      .timer(every: .seconds(1), id: "clock") { .load },
      .poll(every: .seconds(30)) { _ in .loaded(try await fetch()) },
      .poll(every: .seconds(30), id: "mail") { _ in .loaded(try await fetch()) },
      .cancel(id: "load"),
      .cancel(ids: ["load", "watch"]),
      .sequence(.cancel(id: "load"), .send(.load)),
      .merge(.send(.load), .send(.loaded(1))),
      .sequence([.send(.load)]),
      .merge([.send(.load)]),
    ]
    await expect(view) { _ in
      EffectHost(state: 0, options: bench.options) { (_: inout Int, _: FeedAction) in nil }
    } start: { host, effect in
      host.launch(effect.program(in: ()))
    }
  }

  @Test func `the effects of ReduxBridge`() async {
    let program: [EffectProgram<FeedAction>] = [
      .send(.loaded(1)),
      .task { .loaded(try await fetch()) },
      .task(id: "load") { .loaded(try await fetch()) },
      .run { send in send(.loaded(try await fetch())) },
      .run(id: "load") { send in send(.loaded(try await fetch())) },
      .stream(numbers, id: "watch"),
      .timer(every: .seconds(1)) { .load },
      .timer(every: .seconds(1), id: "clock") { .load },
      .poll(every: .seconds(30)) { .loaded(try await fetch()) },
      .poll(every: .seconds(30), id: "mail") { .loaded(try await fetch()) },
      .cancel(id: "load"),
      .cancel(ids: ["load", "watch"]),
      .sequence(.cancel(id: "load"), .send(.load)),
      .merge(.send(.load), .send(.loaded(1))),
      .sequence([.send(.load)]),
      .merge([.send(.load)]),
    ]
    await expect(program) { _ in
      ElmStore(initialState: 0, options: bench.options) { (_: inout Int, _: FeedAction) in .none }
    } start: { store, program in
      store.launch(program)
    }
  }

  @Test func `the references' words for effects`() async {
    let elmWords: [ElmEngine.Effect<FeedAction>] = [
      .cancellable({ .loaded(try await fetch()) }, "load"),  // task(id:)
      .cancel("load"),  // cancel(id:)
      .cancel(.id("load")),  // cancel(id:)
    ]

    let featureWords: [ActionTask<FeedAction, FeedState>] = [
      .concatenate([.send(.load)])  // sequence(_:)
    ]

    let viewWords: [EffectViewEngine.Effect<FeedAction, Void>] = [
      .event(.load),  // send(_:)
      .task(name: "load") { input, _ in input(.loaded(3)) },  // run(id:)
      .throwingTask(name: "load") { input, _ in input(.loaded(try await fetch())) },  // run(id:)
      .stream(name: "watch") { _ in numbers },  // stream(id:of:)
      .cancel("load"),  // cancel(id:)
    ]

    let programWords: [EffectProgram<FeedAction>] = [
      .emit(.load),  // send(_:)
      .task(EffectOptions(id: "load")) { .loaded(try await fetch()) },  // task(id:)
      .cancel(.id("load")),  // cancel(id:)
    ]

    func idle(_: Any) -> ElmStore<Int, FeedAction> {
      ElmStore(initialState: 0, options: bench.options) { (_: inout Int, _: FeedAction) in .none }
    }
    await expect(elmWords, sending: [[.loaded(3)], [], []], in: idle) { $0.launch($1.program) }
    await expect(viewWords, sending: [[.load], [.loaded(3)], [.loaded(3)], [.loaded(5)], []], in: idle) {
      $0.launch($1.program(in: ()))
    }
    await expect(programWords, sending: [[.load], [.loaded(3)], []], in: idle) { $0.launch($1) }
    await expect(featureWords, sending: [[.load]]) { effect in
      FeatureStore(initialState: FeedState(), feature: Feed(effect: effect), options: bench.options)
    } start: { store, _ in
      store.send(.loaded(-1))
    }
  }

  @Test func `the names of streams and observations in EffectViewEngine`() async {
    let host = host()
    for effect: EffectViewEngine.Effect<FeedAction, Void> in [
      .stream(id: FeedTask.watch) { _ in numbers }, .observe(id: FeedTask.watch, { _ in 5 }, event: { .loaded($0) }),
    ] {
      host.launch(effect.program(in: ()))
      #expect(host.isTaskRunning(id: FeedTask.watch))
      await host.settle()
      host.cancelAll()
    }
    #expect(host.state == 10)
  }

  @Test func `the body of each effect can use the clock of its store`() async {
    @Sendable func wait() async throws -> FeedAction {
      try await EffectClock.current.sleep(for: .seconds(60))
      return .loaded(1)
    }
    let elm = elmStore()
    for effect: ElmEngine.Effect<FeedAction> in [
      .task { try await wait() }, .cancellable({ try await wait() }, "wait"), .run { $0(try await wait()) },
      .poll(every: .seconds(600)) { try await wait() },
    ] {
      elm.launch(effect.program)
    }
    let feature = FeatureStore(
      initialState: FeedState(),
      feature: Feed(effect: .merge(.task { _ in try await wait() }, .run { _ in _ = try await wait() })),
      options: bench.options
    )
    feature.send(.loaded(-1))
    let host = host()
    for effect: EffectViewEngine.Effect<FeedAction, Void> in [
      .task { _ in try await wait() }, .task { input, _ in if let event = try? await wait() { input(event) } },
      .throwingTask { input, _ in input(try await wait()) },
    ] {
      host.launch(effect.program(in: ()))
    }
    let redux = reduxStore()
    redux.launch(.task { try await wait() })
    redux.launch(
      .stream {
        let action = try await wait()
        return AsyncStream<FeedAction> {
          $0.yield(action)
          $0.finish()
        }
      }
    )
    await bench.clock.advance(by: .seconds(59))
    func counts() -> [Int] { [elm.state, host.state, redux.state] }
    #expect(counts() == [0, 0, 0])
    #expect(feature.runningTaskCount == 2)
    await bench.clock.advance(by: .seconds(1))
    #expect(counts() == [4, 3, 2])
    #expect(feature.runningTaskCount == 0)
  }

  // MARK: Modifiers and names

  private func modify<E: StoreEffect>(_ effect: E) -> E {
    effect
      .cancellable(id: "feed")
      .debounce(id: "typing", for: .milliseconds(300))
      .throttle(id: "saving", for: .seconds(5))
      .policy(.keepRunning)
      .delay(for: .seconds(1))
      .timeout(after: .seconds(10))
      .retry()
  }

  @Test func `every effect has the modifiers`() {
    let store = elmStore()
    store.launch(modify(EffectProgram.task { .loaded(1) }))
    #expect(["feed", "typing", "saving"].allSatisfy { store.isTaskRunning(id: $0) })
    _ = (
      modify(ElmEngine.Effect<FeedAction>.none), modify(ActionTask<FeedAction, FeedState>.none),
      modify(EffectViewEngine.Effect<FeedAction, Void>.send(.load))
    )
  }

  @Test func `a name is any hashable value`() {
    let store = elmStore()
    let name = "load"
    let id: EffectID = "load"
    _ = [store.isTaskRunning(id: "load"), store.isTaskRunning(id: name), store.isTaskRunning(id: id)]  // the same
    store.cancel(id: FeedTask.watch)
    store.cancel(id: 7)
    for cancel in [{ store.cancel(id: "load") }, { store.cancel(id: name) }, { store.cancel(id: id) }] {
      store.send(.load)
      #expect(store.isTaskRunning(id: "load") && store.isTaskRunning(id: name) && store.isTaskRunning(id: id))
      cancel()
      #expect(store.runningTaskCount == 0)
    }
    for cancel in [
      ElmEngine.Effect<FeedAction>.cancel(id: "load"), .cancel(id: name), .cancel(id: id), .cancel("load"), .cancel(id),
      .cancel(ids: [name]), .cancel(ids: [id]),
    ] {
      store.send(.load)
      store.launch(cancel.program)
      #expect(store.runningTaskCount == 0)
    }
    store.launch(.run(id: FeedTask.watch) { _ in })
    #expect(store.isTaskRunning(id: FeedTask.watch))
  }
}
