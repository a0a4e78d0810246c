import StoreCore

/// A store with the search feature, on whichever engine.
@MainActor
protocol SearchHost {
  /// What the user sees now.
  var screen: SearchScreen { get }

  /// The store.
  var engine: any StoreEngine { get }

  /// Does what the user does.
  func perform(_ command: Scenario.Command)

  /// Calls `body` with what the user sees after each change.
  func onChange(_ body: @escaping @MainActor (SearchScreen) -> Void)
}
