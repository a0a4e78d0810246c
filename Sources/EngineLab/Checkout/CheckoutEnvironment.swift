package import StoreCore

/// What a checkout feature uses of the world, the same for every engine.
package struct CheckoutEnvironment: Sendable {
  /// Where to buy.
  package var shop: Shop

  /// How long one attempt at a step may take.
  package var timeout: Duration

  /// When a step that failed is tried again.
  package var retry: RetryPolicy

  /// Creates an environment.
  package init(shop: Shop, timeout: Duration, retry: RetryPolicy) {
    self.shop = shop
    self.timeout = timeout
    self.retry = retry
  }
}
