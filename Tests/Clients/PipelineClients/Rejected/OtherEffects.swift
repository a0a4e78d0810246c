import ReduxBridge

// The effect of a feature has to be the one that a store calls.

private struct WithoutState: EffectFeatureType {  // ❌ Error: "with these labels and types"
  func reduce(into state: inout Int, action: String) async {}

  func effect(of action: String) -> EffectProgram<String> { .none }
}

private struct OfAnOptional: EffectFeatureType {  // ❌ Error: "with these labels and types"
  func reduce(into state: inout Int, action: String) async {}

  func effect(of action: String, state: Int) -> EffectProgram<String>? { nil }
}

private struct Suspending: EffectFeatureType {  // ❌ Error: "with these labels and types"
  func reduce(into state: inout Int, action: String) async {}

  func effect(of action: String, state: Int) async -> EffectProgram<String> { .none }
}
