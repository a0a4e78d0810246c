import FeatureEngine
import Observation

// An array and a scope can be names, so that a cancel by them compiles, and nearly always cancels nothing.

@MainActor
private struct Search: Feature {
  @Observable
  final class State {}

  func handle() -> ActionHandler<Int, State> { ActionHandler { _, _ in .none } }
}

@MainActor
private func cancel(_ store: Store<Search>, _ rows: EffectScope) {
  store.cancelTask(id: ["search", "suggest"])  // ❌ Error: "An array is one name: use 'cancelTasks(ids:)'."
  store.cancelTask(id: rows)  // ❌ Error: "A scope is no name: use 'cancel(.scope(_:))'."
  store.cancel(.scope(rows))
  store.cancelTask(id: "search")
}

@MainActor
private func tasks(_ rows: EffectScope) -> [ActionTask<Int, Search.State>] {
  [
    .cancel(id: ["search", "suggest"]),  // ❌ Error: "An array is one name: use 'cancel(ids:)'."
    .cancel(id: rows),  // ❌ Error: "A scope is no name: use 'cancel(.scope(_:))'."
    .cancel(ids: ["search", "suggest"]),
    .cancel(.scope(rows)),
    .cancel(id: "search"),
  ]
}
