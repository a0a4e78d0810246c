import ElmEngine

// An effect that cancels does nothing unless it is returned: the compiler warns of one that is not.

@MainActor
private func reduce(_ state: inout Int, _ action: Int) -> Effect<Int> {
  Effect<Int>.cancel("search")  // ❌ Error: "is unused"
  Effect<Int>.cancel(id: "search")  // ❌ Error: "result of call to 'cancel(id:)' is unused"
  Effect<Int>.cancel(ids: ["search"])  // ❌ Error: "result of call to 'cancel(ids:)' is unused"
  Effect<Int>.cancel(.all)  // ❌ Error: "is unused"
  EffectProgram<Int>.cancel(id: "search")  // ❌ Error: "result of call to 'cancel(id:)' is unused"
  return .run { _ in
    Effect<Int>.cancel(id: "search")  // ❌ Error: "result of call to 'cancel(id:)' is unused"
  }
}
