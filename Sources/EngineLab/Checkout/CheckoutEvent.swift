/// What a report tells of a checkout.
package enum CheckoutEvent: FeatureEvent {
  /// The user asked to buy.
  case buyRequested
  /// The user asked to cancel.
  case cancelRequested
  /// An attempt at a step began.
  case attempted(CheckoutStep)
  /// An attempt at a step failed.
  case attemptFailed(CheckoutStep, message: String)
  /// A step is done.
  case done(CheckoutStep)
  /// The purchase ended with an error.
  case failed(message: String)
  /// A step ended before its time.
  case stopped(String, StopReason)

  package var text: String {
    switch self {
    case .buyRequested: "buy requested"
    case .cancelRequested: "cancel requested"
    case .attempted(let step): "\(step.rawValue) started"
    case .attemptFailed(let step, let message): "\(step.rawValue) failed: \(message.printable)"
    case .done(let step): "\(step.rawValue) done"
    case .failed(let message): "checkout failed: \(message.printable)"
    case .stopped(let step, let reason): "\(step.printable) \(reason.rawValue)"
    }
  }

  package var work: WorkChange? {
    switch self {
    case .attempted(let step): .begins(step.rawValue)
    case .done, .failed: .ends
    // After a failed attempt the step goes on: it waits for the next one.
    case .buyRequested, .cancelRequested, .attemptFailed, .stopped: nil
    }
  }
}
