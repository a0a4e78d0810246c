/// Why a step of a purchase can fail.
package enum ShopError: Error, Equatable, CustomStringConvertible {
  /// The payment service does not answer as it should.
  case paymentUnavailable

  /// The reason in a few words.
  package var description: String { "the payment service is unavailable" }
}
