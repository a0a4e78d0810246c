/// What the checkout feature can be doing.
package enum CheckoutActivity: Equatable, Sendable {
  /// Nothing was asked for.
  case idle
  /// A purchase goes on.
  case buying
  /// The purchase is complete.
  case confirmed
  /// The user has cancelled.
  case cancelled
  /// The purchase ended with an error.
  case failed(String)

  /// The activity in a few words.
  package var text: String {
    switch self {
    case .idle: "idle"
    case .buying: "buying"
    case .confirmed: "confirmed"
    case .cancelled: "cancelled"
    case .failed(let message): "failed: \(message.printable)"
    }
  }
}
