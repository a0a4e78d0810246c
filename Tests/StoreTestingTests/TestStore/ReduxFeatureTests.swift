import ReduxBridge
import StoreTesting
import Testing
import _StoreTestSupport

/// A feature of ReduxBridge, whose reduces suspend.
@MainActor
@Suite struct ReduxFeatureTests {
  struct Reading: FeatureType {
    struct State: Equatable {
      var pages: [String] = []
      var isRead = false
    }

    enum Action: Equatable {
      case load
      case read
    }

    let clock: TestClock

    func reduce(into state: inout State, action: Action) async {
      switch action {
      case .load:
        try? await clock.sleep(for: .seconds(1))
        state.pages.append("page")
      case .read:
        state.isRead = true
      }
    }

    func effect(of action: Action, state: State) -> EffectProgram<Action> {
      guard action == .load else { return .none }
      let clock = clock
      return .task(EffectOptions(id: "read")) {
        try await clock.sleep(for: .seconds(1))
        return .read
      }
    }
  }

  let executor = TestExecutor()
  let clock: TestClock
  let store: TestStore<Store<Reading>, Reading.State>

  init() {
    clock = TestClock(executor: executor)
    let options = StoreOptions(executor: executor)
    store = TestStore(Store(feature: Reading(clock: clock), initialState: Reading.State(), options: options))
  }

  @Test func `the clock can be advanced while a reduce waits`() async {
    await store.send(.load) {
      $0.pages = ["page"]
    } meanwhile: {
      await clock.advance(by: .seconds(1))
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.read) { $0.isRead = true }
    await store.finish()
  }

  struct Waiting: FeatureType {
    func reduce(into state: inout Int, action: Int) async {
      try? await EffectClock.current.sleep(for: .seconds(1))
      state += action
    }
  }

  @Test func `a reduce waits on the clock of its test store`() async {
    let store = TestStore { Store(feature: Waiting(), initialState: 0, options: $0) }
    await store.send(3) {
      $0 = 3
    } meanwhile: {
      await store.clock.advance(by: .seconds(1))
    }
    await store.finish()
  }

  @Test func `actions that wait for a reduce are received in order`() async {
    await store.send(.load) {
      $0.pages = ["page"]
    } meanwhile: {
      store.store.send(.read)
      await clock.advance(by: .seconds(1))
    }
    await store.receive(.read) { $0.isRead = true }
    await clock.advance(by: .seconds(1))
    await store.receive(.read)
    await store.finish()
  }

  @Test func `an action that is handled after others reports those`() async {
    store.store.send(.load)
    let texts = await texts {
      await store.send(.read) {
        $0 = Reading.State(pages: ["page"], isRead: true)
      } meanwhile: {
        await clock.advance(by: .seconds(1))
      }
    }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("Received actions were not asserted before '.read'.") == true)
    await store.finish(ignoring: .runningEffects)
  }

  @Test func `a reduce that is suspended still fails the step`() async {
    store.waitLimit = .zero
    let texts = await texts { await store.send(.load) { $0.pages = ["page"] } }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("\n\nA handler has suspended and has not returned.\n\n") == true)
    await clock.advance(by: .seconds(1))
    await store.receive(.load) { $0.pages = ["page"] }
    await store.finish(ignoring: .runningEffects)
  }

  // MARK: A scope

  struct Row: Equatable, Identifiable {
    let id: Int
    var text = ""
  }

  struct Selecting: FeatureType {
    enum Action {
      case select(Int)
      case text(String)
    }

    let clock: TestClock

    func reduce(into state: inout Row?, action: Action) async {
      switch action {
      case .select(let id):
        try? await clock.sleep(for: .seconds(1))
        state = Row(id: id)
      case .text(let text):
        state?.text = text
      }
    }
  }

  // It was said that 'extract:' has not returned the action.
  @Test func `an action whose child is replaced while it waits is said to be for another child`() async throws {
    let rows = Store(
      feature: Selecting(clock: clock),
      initialState: Row(id: 1),
      options: StoreOptions(executor: executor)
    )
    let row: ScopedStore<Row, String>? = rows.scope(
      Child(\.self) {
        .text($0)
      } extract: {
        if case .text(let text) = $0 { text } else { nil }
      }
    )
    let store = TestStore(try #require(row), waitLimit: .zero)
    rows.send(.select(2))
    let texts = await texts {
      await store.send("a") {
        $0.text = "a"
      } meanwhile: {
        await clock.advance(by: .seconds(1))
      }
    }
    #expect(rows.state == Row(id: 2, text: "a"))
    #expect(
      texts == [
        """
        Sent 'a', but did not receive it.

        The store has handled it, and the child of its scope has departed: by this action, if the 'extract:' of its \
        scope has not returned it, or else before its turn, so that it was for the child in its place, or for none.

        Let 'extract:' return each action of the child that 'action:' has embedded, or make a scope and a test store for \
        the new child.
        """
      ]
    )
    await store.finish()
  }
}
