/// The stage of a registered run.
package enum RunStatus: Equatable, Sendable {
  case running
  /// Waits until fewer than `limit` of its name run.
  case queued(limit: Int)
  /// Waits until its throttle lets it begin, by a policy.
  case held(LaunchPolicy)

  var isWaiting: Bool { self != .running }
  var isQueued: Bool { if case .queued = self { true } else { false } }
}
