/// Why an effect was not launched.
public enum RefusalReason: Hashable, Sendable {
  /// One of the same name runs, and the policy is ``LaunchPolicy/keepRunning``.
  case alreadyRunning
  /// As many of the same name wait as ``LaunchPolicy/queue(limit:fileID:line:)`` allows.
  case queueIsFull
  /// Another of the same name began within the throttle's interval.
  case throttled
}
