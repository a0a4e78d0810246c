/// FeatureEngine's stores of the lab's features.
enum ViewFeatureHosts: HostFamily {
  typealias Search = ViewFeatureSearchHost
  typealias Download = ViewFeatureDownloadHost
  typealias Ticker = ViewFeatureTickerHost
  typealias Checkout = ViewFeatureCheckoutHost
}
