/// ElmEngine's stores of the lab's features.
enum ElmHosts: HostFamily {
  typealias Search = ElmSearchHost
  typealias Download = ElmDownloadHost
  typealias Ticker = ElmTickerHost
  typealias Checkout = ElmCheckoutHost
}
