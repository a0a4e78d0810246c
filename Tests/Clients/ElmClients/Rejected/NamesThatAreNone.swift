import ElmEngine

// An array and a scope can be names, so that a cancel by them compiles, and nearly always finds nothing; so does a question.

@MainActor
private func cancel(_ store: Store<Int, Int>, _ rows: EffectScope) {
  store.cancel(["search", "suggest"])  // ❌ Error: "An array is one name: use 'cancel(ids:)'."
  store.cancel(rows)  // ❌ Error: "A scope is no name: use 'cancel(.scope(_:))'."
  store.cancel(.scope(rows))
  store.cancel("search")
}

@MainActor
private func ask(_ store: Store<Int, Int>, _ row: ScopedStore<Int, Int>, _ rows: EffectScope) -> [Bool] {
  [
    store.isTaskRunning(id: ["search", "suggest"]),  // ❌ Error: "An array is one name: ask for each of its elements."
    store.isTaskRunning(id: rows),  // ❌ Error: "A scope is no name: ask for 'EffectID.scoped(to:)'."
    row.isTaskRunning(id: ["search", "suggest"]),  // ❌ Error: "An array is one name: ask for each of its elements."
    row.isTaskRunning(id: rows),  // ❌ Error: "A scope is no name: ask for 'EffectID.scoped(to:)'."
    store.isTaskRunning(id: "search"),
    row.isTaskRunning(id: "search"),
  ]
}

private func effects(_ rows: EffectScope) -> [Effect<Int>] {
  [
    .cancel(["search", "suggest"]),  // ❌ Error: "An array is one name: use 'cancel(ids:)'."
    .cancel(id: ["search", "suggest"]),  // ❌ Error: "An array is one name: use 'cancel(ids:)'."
    .cancel(rows),  // ❌ Error: "A scope is no name: use 'cancel(.scope(_:))'."
    .cancel(id: rows),  // ❌ Error: "A scope is no name: use 'cancel(.scope(_:))'."
    .cancel(.id(rows)),  // ❌ Error: "A scope is no name: use 'scope(_:)'."
    .cancel(ids: ["search", "suggest"]),
    .cancel(.scope(rows)),
    .cancel("search"),
    .cancel(id: "search"),
  ]
}
