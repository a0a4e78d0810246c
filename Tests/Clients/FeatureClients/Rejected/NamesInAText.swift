import FeatureEngine

// A text is a sequence of characters: each would be the name of another task.

@MainActor
private func cancelCharacters<F: Feature>(_ store: Store<F>) -> ActionTask<F.Action, F.State> {
  store.cancelTasks(ids: "load")  // ❌ Error: "use 'cancelTask(id:)'"
  return .cancel(ids: "load")  // ❌ Error: "use 'cancel(id:)'"
}
