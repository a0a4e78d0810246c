/// What a user can do in the checkout feature.
package enum CheckoutCommand: String, CaseIterable, FeatureCommand {
  /// Buys; does nothing while a purchase goes on.
  case buy
  /// Cancels the purchase that goes on.
  case cancel
}
