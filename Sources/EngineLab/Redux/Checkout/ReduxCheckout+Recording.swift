extension ReduxCheckout.Action: RecordedAction {
  var event: CheckoutEvent? {
    switch self {
    case .buyTapped: .buyRequested
    case .cancelTapped: .cancelRequested
    case .attempted(let step): .attempted(step)
    case .attemptFailed(let step, let message): .attemptFailed(step, message: message)
    case .completed(let step): .done(step)
    case .failed(let message): .failed(message: message)
    }
  }
}
