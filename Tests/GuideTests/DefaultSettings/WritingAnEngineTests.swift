import StoreCore
import StoreScoping
import Testing

// The samples of StoreCore's guide to writing an engine, as they stand there.

/// An engine whose reducers are dictionaries: a name of an action, and what it does.
@MainActor
final class TableStore<State>: ScopableStore {
  typealias Rule = @MainActor (inout State) -> EffectProgram<String>

  private let box: StateBox<State>
  let runtime: Runtime<String>

  init(_ state: State, options: StoreOptions = StoreOptions(), rules: [String: Rule]) {
    let box = StateBox(state, options: options)
    self.box = box
    runtime = Runtime(of: TableStore.self, options: options) { action in
      guard let rule = rules[action] else { return .none }
      var state = box.take()
      let program = rule(&state)
      box.put(state)
      return program
    }
    runtime.shareState(of: box)
  }

  var state: State { box.value }
  static func slices(of store: TableStore) -> StateSlices<State> { store.box.slices }

  func subscribe(_ receive: @escaping @MainActor (State) -> Void) -> StoreSubscription {
    box.subscribe(receive)
  }
}

/// The same engine, with rules that may suspend.
@MainActor
final class SlowTableStore<State>: StoreEngine {
  typealias Rule = @MainActor (inout State) async -> EffectProgram<String>

  private let box: StateBox<State>
  let runtime: Runtime<String>

  init(_ state: State, options: StoreOptions = StoreOptions(), rules: [String: Rule]) {
    let box = StateBox(state, options: options)
    self.box = box
    runtime = Runtime(
      options: options,
      asynchronousHandler: { action in
        guard let rule = rules[action] else { return .none }
        var state = box.read { $0 }
        let program = await rule(&state)
        box.put(state)
        return program
      }
    )
    runtime.shareState(of: box)
    runtime.reportRelease(ofUnread: box)
  }

  var state: State { box.value }

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

  private static let slowRules: [String: SlowTableStore<Int>.Rule] = [
    "load": { _ in
      await Task.detached {}.value
      return .emit("loaded")
    },
    "loaded": { count in
      count += 1
      return .task {
        for await _ in AsyncStream(Never.self, { _ in }) {}
        return "over"
      }
    },
  ]

  @Test func `the sample with rules that suspend`() async {
    let store = SlowTableStore(0, rules: Self.slowRules)
    store.send("load")
    await store.send("unknown").value
    #expect(store.state == 1)
  }

  @Test func `a store of the sample engine without an owner is reported`() async throws {
    let (issues, continuation) = AsyncStream.makeStream(of: RuntimeIssue.self)
    let options = StoreOptions(onIssue: { continuation.yield($0) })
    SlowTableStore(0, options: options, rules: Self.slowRules).send("loaded")
    continuation.finish()
    #if DEBUG
    var iterator = issues.makeAsyncIterator()
    let issue = try #require(await iterator.next())
    guard case .storeReleased = issue.kind else { throw issue }
    #endif
  }
}
