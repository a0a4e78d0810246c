import ElmEngine

// A text is a sequence of characters: each would be the name of another effect.

@MainActor
private func cancelCharacters(_ store: Store<Int, Int>) -> [Effect<Int>] {
  store.cancel(ids: "load")  // ❌ Error: "use 'cancel(id:)'"
  return [
    .cancel(ids: "load"),  // ❌ Error: "use 'cancel(id:)'"
    .program(.cancel(ids: "load")),  // ❌ Error: "use 'cancel(id:)'"
    .cancel(ids: ["load"]),
  ]
}
