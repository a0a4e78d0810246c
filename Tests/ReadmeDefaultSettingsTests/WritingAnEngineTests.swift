import StoreCore
import StoreScoping
import Testing

// The sample of StoreCore's guide to writing an engine, as it stands there.

/// An engine whose reducers are dictionaries: a name of an action, and what it does.
@MainActor
final class TableStore<State>: ScopableStore {
  typealias Rule = @MainActor (inout State) -> EffectProgram<String>

  private let box: StateBox<State>
  let runtime: Runtime<String>

  init(_ state: State, options: StoreOptions = StoreOptions(), rules: [String: Rule]) {
    let box = StateBox(state, options: options)
    self.box = box
    runtime = Runtime(options: options) { action in
      guard let rule = rules[action] else { return .none }
      var state = box.take()
      let program = rule(&state)
      box.put(state)
      return program
    }
    runtime.shareState(of: box)
  }

  var state: State { box.value }
  var slices: StateSlices<State> { box.slices }

  func subscribe(_ receive: @escaping @MainActor (State) -> Void) -> StoreSubscription {
    box.subscribe(receive)
  }
}

@MainActor
@Suite struct WritingAnEngineTests {
  @Test func `the sample`() async {
    let store = TableStore(
      0,
      rules: [
        "load": { _ in .task(EffectOptions(id: "load")) { "loaded" } },
        "loaded": { count in
          count += 1
          return .none
        },
      ]
    )
    await store.send("load").tree

    #expect(store.state == 1)
    store.send("unknown")
    #expect(store.state == 1)
  }
}
