/// A step of a purchase; they are done in this order.
package enum CheckoutStep: String, CaseIterable, Sendable {
  /// Puts the goods aside.
  case reserve
  /// Takes the money.
  case pay
  /// Sends the goods.
  case confirm
}
