import ReduxBridge

// A program that cancels does nothing unless it is returned or launched: the compiler warns of one that is not.

@MainActor
private func effect(of action: Int) -> EffectProgram<Int> {
  EffectProgram<Int>.cancel(.all)  // ❌ Error: "is unused"
  EffectProgram<Int>.cancel(id: "search")  // ❌ Error: "result of call to 'cancel(id:)' is unused"
  EffectProgram<Int>.cancel(ids: ["search"])  // ❌ Error: "result of call to 'cancel(ids:)' is unused"
  return .none
}
