/// ReduxBridge's stores of the lab's features.
enum ReduxHosts: HostFamily {
  typealias Search = ReduxSearchHost
  typealias Download = ReduxDownloadHost
  typealias Ticker = ReduxTickerHost
  typealias Checkout = ReduxCheckoutHost
}
