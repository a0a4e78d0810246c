import FeatureEngine
import StoreTesting
import Testing
import _StoreTestSupport

/// Tasks that are nested: up to the promised depth they run, and deeper ones are an issue.
@MainActor
@Suite struct DeepTaskTests {
  typealias Nesting = ActionTask<Nested.Action, Nested.State>

  struct Nested: Feature {
    @Observable
    final class State {
      var runs = 0
      var errors = 0
    }

    enum Action: Sendable { case begin, note }

    let task: Nesting

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .begin: return task
        case .note:
          state.runs += 1
          return .none
        }
      }
    }
  }

  static let depth = 190

  /// Ways to add a level to a task, and how many actions each level sends.
  static let levels: [(name: String, sends: Int, add: @MainActor (Nesting) -> Nesting)] = [
    ("merge", 1, { .merge($0, .send(.note)) }),
    ("concatenate", 1, { .concatenate(.send(.note), $0) }),
    ("catch", 0, { $0.catch { _, state in state.errors += 1 } }),
    ("a shared name", 0, { $0.cancellable(id: "all", cancelInFlight: false) }),
    ("a name", 0, { $0.cancellable(id: "all") }),
    ("priority", 0, { $0.priority(.high) }),
    ("named", 0, { $0.named("deep") }),
    ("priority of a composed task", 1, { .merge($0.priority(.high), .send(.note)) }),
    (
      "all of them", 1,
      {
        Nesting.concatenate(.merge($0.priority(.low), .send(.note)), .cancel(id: "none"))
          .catch { _, state in state.errors += 1 }
          .cancellable(id: "all", cancelInFlight: false)
      }
    ),
  ]

  @Test(arguments: 0..<9)
  func `a deep task runs, and is released`(index: Int) async {
    let level = Self.levels[index]
    var task = Nesting.run { state in state.runs += 1 }
    for _ in 0..<Self.depth { task = level.add(task) }
    let store = Store(initialState: Nested.State(), feature: Nested(task: task))
    await store.send(.begin).tree
    #expect(store.state.runs == 1 + level.sends * Self.depth, "\(level.name)")
    #expect(store.state.errors == 0)
    #expect(store.runningTaskCount == 0)
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `an error goes to the innermost handler only`() async {
    var task = Nesting.run { _ in throw CocoaError(.fileNoSuchFile) }
    for _ in 0..<Self.depth { task = task.catch { _, state in state.errors += 1 }.priority(.low) }
    let store = Store(initialState: Nested.State(), feature: Nested(task: task))
    await store.send(.begin).tree
    #expect(store.state.errors == 1)
  }

  @Test func `a task is delayed and tried again at many levels`() async {
    var task = Nesting.run { state in state.runs += 1 }
    for _ in 0..<490 { task = task.delay(for: .zero).retry() }
    let store = Store(initialState: Nested.State(), feature: Nested(task: task))
    await store.send(.begin).tree
    #expect(store.state.runs == 1)
  }

  @Test func `a deep task that never ran is released, too`() {
    var task = Nesting.run { _ in }
    for _ in 0..<(3 * Self.depth) { task = .merge(task.catch { _, _ in }, .send(.note)) }
    #expect(!task.isNone)
  }

  /// A level of one of seven kinds, which does nothing of its own.
  private static func level(_ kind: Int, around task: ActionTask<String, Notes>) -> ActionTask<String, Notes> {
    switch kind {
    case 0: .merge(task, .cancel(id: "none"))
    case 1: .concatenate(.cancel(id: "none"), task)
    case 2: task.catch { _, _ in }
    case 3: task.priority(.high)
    case 4: task.cancellable(id: "all")
    case 5: task.onCancel { nil }
    default: task.delay(for: .zero)
    }
  }

  @Test(arguments: 0..<7, [EffectLimits.nesting + 1, 5_000, 200_000])
  func `a task nested beyond the limit is dropped, whatever its levels are`(index: Int, levels: Int) async {
    let issues = IssueLog()
    let script = Script(
      handler: ActionHandler { action, state in
        guard action == "begin" else { return .send("never") }
        var task = ActionTask<String, Notes>.run { state in state.count += 1 }
        for _ in 0..<levels { task = Self.level(index, around: task) }
        return task
      }
    )
    let store = Store(initialState: Notes(), feature: script, options: StoreOptions(onIssue: { issues.record($0) }))
    await store.send("begin").tree
    #expect(store.state.count == 0)
    #expect(store.runtime.table.nodeCount == 0)
    #expect(issues.all.map(\.message).filter { $0.contains("more than 1000 levels") }.count == 1)
    #expect(issues.all.count == 1)
  }

  @Test func `a task nested up to the limit runs, and a deeper one is dropped with an issue`() async {
    let issues = IssueLog()
    func runs(_ levels: Int) async -> Int {
      var task = Nesting.run { state in state.runs += 1 }
      for _ in 0..<levels { task = .merge(task, .cancel(id: "none")) }
      let options = StoreOptions(onIssue: { issues.record($0) })
      let store = Store(initialState: Nested.State(), feature: Nested(task: task), options: options)
      await store.send(.begin).tree
      return store.state.runs
    }
    #expect(await runs(EffectLimits.nesting) == 1)
    #expect(issues.all.isEmpty)
    #expect(await runs(EffectLimits.nesting + 1) == 0)
    guard case .nestedTooDeep(limit: EffectLimits.nesting)? = issues.all.first?.kind else {
      Issue.record("another kind of issue")
      return
    }
  }
}
