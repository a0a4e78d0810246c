import ElmEngine

// An array and a scope can be names, so that a cancel by them compiles, and nearly always cancels nothing.

@MainActor
private func cancel(_ store: Store<Int, Int>, _ rows: EffectScope) {
  store.cancel(["search", "suggest"])  // ❌ Error: "An array is one name: use 'cancel(ids:)'."
  store.cancel(rows)  // ❌ Error: "A scope is no name: use 'cancel(.scope(_:))'."
  store.cancel(.scope(rows))
  store.cancel("search")
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
