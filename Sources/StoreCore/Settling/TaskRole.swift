/// What a task works for that sleeps or waits, and that cannot continue meanwhile.
enum TaskRole: Sendable {
  case effect(EffectRun)
  case handler(HandlerCall)
  case throttle(ThrottleTimer)
  /// Nothing of a store, as a test or a view, or nothing that waits for the task, as in a timeout.
  case other

  static var current: TaskRole {
    if TimeoutWait.isCurrent { return .other }
    if let timer = ThrottleTimer.current { return .throttle(timer) }
    if let run = CurrentEffect.run { return .effect(run) }
    if let call = EffectTable.handlerCall, call.isRunning { return .handler(call) }
    return .other
  }

  /// The effect, or the store of the handler or the throttle.
  var owner: ObjectIdentifier? {
    switch self {
    case .effect(let run): ObjectIdentifier(run)
    case .handler(let call): ObjectIdentifier(call.table)
    case .throttle(let timer): ObjectIdentifier(timer.table)
    case .other: nil
    }
  }

  /// The place of the send that led to it, if it is known.
  var location: CallSite? {
    switch self {
    case .effect(let run): run.origin.location.known
    case .handler(let call): call.location.known
    case .throttle, .other: nil
    }
  }
}

extension TaskRole: CustomStringConvertible {
  var description: String {
    switch self {
    case .effect(let run): run.info.title
    case .handler(let call): "the handler of \(RepeatedActions.words(for: call.action))"
    case .throttle(let timer): "the interval of the throttle '\(timer.id)'"
    case .other: "a task"
    }
  }
}
