import ReduxBridge

/// A feature whose state is the list of its handled actions, with functions that a test gives.
struct Script: FeatureType {
  typealias State = [String]
  typealias Action = String

  var reducing: @MainActor (inout [String], String) async -> Void = { $0.append($1) }
  var effects: @MainActor (String, [String]) -> EffectProgram<String> = { _, _ in .none }

  func reduce(into state: inout [String], action: String) async {
    await reducing(&state, action)
  }

  func effect(of action: String, state: [String]) -> EffectProgram<String> {
    effects(action, state)
  }
}
