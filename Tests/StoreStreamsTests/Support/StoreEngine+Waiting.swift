import StoreCore

extension StoreEngine where State: Sendable & Equatable {
  /// Waits until the store has had a state.
  func wait(for state: State) async {
    for await current in states where current == state { return }
  }
}
