/// The hosts of one engine, one for each feature.
protocol HostFamily {
  /// The host of the search.
  associatedtype Search: FeatureHost<SearchFeature>
  /// The host of the download.
  associatedtype Download: FeatureHost<DownloadFeature>
  /// The host of the ticker.
  associatedtype Ticker: FeatureHost<TickerFeature>
  /// The host of the checkout.
  associatedtype Checkout: FeatureHost<CheckoutFeature>
}
