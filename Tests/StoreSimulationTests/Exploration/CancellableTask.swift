/// A task that its own operation can cancel.
@MainActor
final class CancellableTask {
  private var cancelOperation: () -> Void = {}

  /// Runs an operation in the task, and returns its result.
  func run<Value: Sendable>(_ operation: @escaping @MainActor () async -> Value) async -> Value {
    let task = Task { await operation() }
    cancelOperation = { task.cancel() }
    return await task.value
  }

  func cancel() { cancelOperation() }
}
