import EffectViewEngine

// An effect that cancels does nothing unless it is returned: the compiler warns of one that is not.

@MainActor
private func update(_ state: inout Int, _ event: Int) -> Effect<Int, Void>? {
  Effect<Int, Void>.cancel("search")  // ❌ Error: "is unused"
  Effect<Int, Void>.cancel(id: "search")  // ❌ Error: "result of call to 'cancel(id:)' is unused"
  Effect<Int, Void>.cancel(ids: ["search"])  // ❌ Error: "result of call to 'cancel(ids:)' is unused"
  Effect<Int, Void>.cancel(.all)  // ❌ Error: "is unused"
  return .run { _, _ in
    Effect<Int, Void>.cancel(id: "search")  // ❌ Error: "result of call to 'cancel(id:)' is unused"
  }
}
