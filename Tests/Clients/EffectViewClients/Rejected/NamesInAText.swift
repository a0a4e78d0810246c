import EffectViewEngine

// A text is a sequence of characters: each would be the name of another task.

private func cancelCharacters() -> Effect<Int, Void> {
  .cancel(ids: "load")  // ❌ Error: "use 'cancel(id:)'"
}
