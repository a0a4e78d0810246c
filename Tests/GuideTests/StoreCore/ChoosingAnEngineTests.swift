import EffectViewEngine
import ElmEngine
import FeatureEngine
import ReduxBridge
import StoreTesting
import Testing

// The table of the guide to choosing an engine, with a test for each of its less obvious rows.

private enum Action: Sendable {
  case start, cancel, other
  case ended(onMainActor: Bool)
}

private struct Failure: Error {}

private struct Note: Equatable {
  var isLoading = false
  var wasOnMainActor: Bool?
  var others = 0

  mutating func apply(_ action: Action) {
    switch action {
    case .start: isLoading = true
    case .cancel: isLoading = false
    case .other: others += 1
    case .ended(let onMainActor): wasOnMainActor = onMainActor
    }
  }
}

/// An operation that ignores its cancellation, and waits at a gate.
private struct NoteFeature: Feature {
  @Observable
  final class State {
    var note = Note()
  }

  let gate: Gate
  var written = Gate()
  var middleware: Refusal?
  var handled: ((any Error) -> Void)?

  func handle() -> ActionHandler<Action, State> {
    var handler = ActionHandler<Action, State> { [gate, written] action, state in
      state.note.apply(action)
      switch action {
      case .start:
        return .run(id: "task") { state in
          await gate.pass()
          state.note.wasOnMainActor = #isolation === MainActor.shared
          written.open()
        }
      case .cancel: return .cancel(id: "task")
      case .other where handled != nil: return .run { _ in throw Failure() }
      case .other, .ended: return .none
      }
    }
    if let middleware { handler = handler.use(middleware) }
    if let handled { handler = handler.onError { error, _ in handled(error) } }
    return handler
  }
}

private struct Refusal: BeforeActionMiddleware {
  func beforeAction<Action, State>(action: Action, state: State) async throws { throw Failure() }
}

private struct NoteReduce: EffectFeatureType {
  let gate: Gate
  /// Whether the reduce itself waits.
  var isSuspending = false

  func reduce(into state: inout Note, action: Action) async {
    state.apply(action)
    if isSuspending, case .start = action { await gate.pass() }
  }

  func effect(of action: Action, state: Note) -> EffectProgram<Action> {
    switch action {
    case .start where !isSuspending:
      .task(EffectOptions(id: "task")) { [gate] in
        await gate.pass()
        return .ended(onMainActor: #isolation === MainActor.shared)
      }
    case .cancel: .cancel(.id("task"))
    default: .none
    }
  }
}

/// A handler that waits before it is done.
private struct SuspendingFeature: Feature {
  let gate: Gate

  func handle() -> ActionHandler<Action, NoteFeature.State> {
    ActionHandler { [gate] action, state in
      state.note.apply(action)
      if case .start = action { await gate.pass() }
      return .none
    }
  }
}

@MainActor
@Suite struct ChoosingAnEngineTests {
  private let gate = Gate()

  private func makeElm() -> ElmEngine.Store<Note, Action> {
    ElmEngine.Store<Note, Action>(initialState: Note()) { [gate] note, action in
      note.apply(action)
      switch action {
      case .start:
        return .cancellable(
          {
            await gate.pass()
            return .ended(onMainActor: #isolation === MainActor.shared)
          },
          "task"
        )
      case .cancel: return .cancel("task")
      case .other, .ended: return .none
      }
    }
  }

  private func makeHost() -> EffectHost<Note, Action, Gate> {
    EffectHost(state: Note(), initialEnv: gate) { note, action in
      note.apply(action)
      switch action {
      case .start:
        return .task(name: "task") { input, gate in
          await gate.pass()
          input(.ended(onMainActor: #isolation === MainActor.shared))
        }
      case .cancel: return .cancel("task")
      case .other, .ended: return nil
      }
    }
  }

  private func makeFeature(
    middleware: Refusal? = nil,
    handled: ((any Error) -> Void)? = nil,
    options: StoreOptions = StoreOptions()
  ) -> FeatureEngine.Store<NoteFeature> {
    let feature = NoteFeature(gate: gate, middleware: middleware, handled: handled)
    return FeatureEngine.Store(initialState: NoteFeature.State(), feature: feature, options: options)
  }

  private func makeRedux(isSuspending: Bool = false) -> ReduxBridge.Store<NoteReduce> {
    ReduxBridge.Store(feature: NoteReduce(gate: gate, isSuspending: isSuspending), initialState: Note())
  }

  @Test func `operations run off the main actor in ElmEngine and ReduxBridge, and on it in the others`() async {
    gate.open()
    let (elm, feature, host, redux) = (makeElm(), makeFeature(), makeHost(), makeRedux())
    await elm.send(.start).tree
    #expect(elm.state.wasOnMainActor == false)
    await feature.send(.start).tree
    #expect(feature.state.note.wasOnMainActor == true)
    await host.send(.start).tree
    #expect(host.state.wasOnMainActor == true)
    await redux.send(.start).tree
    #expect(redux.state.wasOnMainActor == false)
  }

  @Test func `a cancelled task's actions are dropped, and its writes to an object are made`() async {
    let (elm, host, redux) = (makeElm(), makeHost(), makeRedux())
    let stores: [any StoreEngine<Note, Action>] = [elm, host, redux]
    let written = Gate()
    let feature = FeatureEngine.Store(
      initialState: NoteFeature.State(),
      feature: NoteFeature(gate: gate, written: written)
    )
    for store in stores { store.send(.start) }
    feature.send(.start)
    await gate.waitForArrivals(4)
    for store in stores { store.send(.cancel) }
    feature.send(.cancel)
    #expect(feature.runtime.drainingEffects.map(\.id) == ["task"])

    gate.open()
    await written.pass()
    #expect(feature.state.note.wasOnMainActor == true)
    for store in stores {
      await store.runtime.settle()
      #expect(store.state.wasOnMainActor == nil)
    }
  }

  @Test func `changes before a handler suspends are seen in FeatureEngine, and not in ReduxBridge`() async {
    let feature = FeatureEngine.Store(initialState: NoteFeature.State(), feature: SuspendingFeature(gate: gate))
    let redux = makeRedux(isSuspending: true)
    feature.send(.start)
    redux.send(.start)
    feature.send(.other)
    redux.send(.other)
    await gate.waitForArrivals(2)
    #expect(feature.state.note == Note(isLoading: true))
    #expect(redux.state == Note())

    gate.open()
    await feature.settle()
    await redux.settle()
    #expect(feature.state.note == Note(isLoading: true, others: 1))
    #expect(redux.state == Note(isLoading: true, others: 1))
  }

  @Test func `middleware may veto an action`() {
    let store = makeFeature(middleware: Refusal(), handled: { _ in })
    store.send(.start)
    #expect(store.state.note == Note())
    #expect(store.runningTaskCount == 0)
  }

  @Test func `an uncaught error goes to the handler before the store's hook`() async {
    var handled = 0
    let store = makeFeature(
      handled: { _ in handled += 1 },
      options: StoreOptions(onError: { _, _ in Issue.record("The store's hook was asked.") })
    )
    await store.send(.other).value
    #expect(handled == 1)
  }
}
