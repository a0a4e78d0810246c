import FeatureEngine

// A task that cancels does nothing unless it is returned: the compiler warns of one that is not.

private final class Query {}

@MainActor
private func handle(_ action: Int, _ state: Query) -> ActionTask<Int, Query> {
  ActionTask<Int, Query>.cancel(id: "search")  // ❌ Error: "result of call to 'cancel(id:)' is unused"
  ActionTask<Int, Query>.cancel(ids: ["search"])  // ❌ Error: "result of call to 'cancel(ids:)' is unused"
  ActionTask<Int, Query>.cancel(.all)  // ❌ Error: "is unused"
  return .run { (_: Query) in
    ActionTask<Int, Query>.cancel(id: "search")  // ❌ Error: "result of call to 'cancel(id:)' is unused"
  }
  .catch { _, _ in
    ActionTask<Int, Query>.cancel(id: "search")  // ❌ Error: "result of call to 'cancel(id:)' is unused"
  }
}
