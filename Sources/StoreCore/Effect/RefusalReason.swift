/// The reason why an effect was not launched.
public enum RefusalReason: Hashable, Sendable {
  /// As many effects of the same name run as the policy allows, and none may wait: ``LaunchPolicy/keepRunning``, or
  /// ``LaunchPolicy/atMost(_:waiting:fileID:line:)``.
  case alreadyRunning
  /// As many effects of the same name wait as the policy allows: ``LaunchPolicy/queue(limit:fileID:line:)``, or
  /// ``LaunchPolicy/atMost(_:waiting:fileID:line:)``.
  case queueIsFull
  /// Another effect of the same name began within the throttle's interval, or is held back until the interval ends.
  case throttled
  /// Its scope was not in the state: the child that it belongs to has left, or was never there.
  case absentScope
  /// Its store was stopped, as a host's is when its view has disappeared.
  case stoppedStore

  /// The reason, as a clause of a sentence.
  package var words: String {
    switch self {
    case .alreadyRunning: "no more of that name may run"
    case .queueIsFull: "the queue is full"
    case .throttled: "one of the same name began shortly before"
    case .absentScope: "its scope is not in the state"
    case .stoppedStore: "the store is stopped"
    }
  }
}
