import StoreCore

/// A sleeper on a test clock, until the clock or its own cancellation wakes it.
final class ClockSleep: Sendable {
  private let waiter = Waiter()
  private let activity: ExecutorActivity
  /// The task of an operation on the main actor, which its executor does not see wake and go on.
  private let operation: Int?

  /// Creates one for the current task.
  init(toldTo activity: ExecutorActivity) {
    self.activity = activity
    operation = activity.beginRest()
  }

  func wait() async {
    await waiter.wait()
  }

  func wake() {
    if let operation { activity.endRest(of: operation) }
    waiter.finish()
  }
}
