import EffectViewEngine

// An array and a scope can be names, so that a cancel by them compiles, and nearly always cancels nothing.

@MainActor
private func cancel(_ host: EffectHost<Int, Int, Void>, _ rows: EffectScope) {
  host.cancel(["search", "suggest"])  // ❌ Error: "An array is one name: use 'cancel(ids:)'."
  host.cancel(rows)  // ❌ Error: "A scope is no name: use 'cancel(.scope(_:))'."
  host.cancel(.scope(rows))
  host.cancel("search")
}

private func effects(_ rows: EffectScope) -> [Effect<Int, Void>] {
  [
    .cancel(["search", "suggest"]),  // ❌ Error: "An array is one name: use 'cancel(ids:)'."
    .cancel(id: ["search", "suggest"]),  // ❌ Error: "An array is one name: use 'cancel(ids:)'."
    .cancel(rows),  // ❌ Error: "A scope is no name: use 'cancel(.scope(_:))'."
    .cancel(id: rows),  // ❌ Error: "A scope is no name: use 'cancel(.scope(_:))'."
    .cancel(ids: ["search", "suggest"]),
    .cancel(.scope(rows)),
    .cancel("search"),
  ]
}
