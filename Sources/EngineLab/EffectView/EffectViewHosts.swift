/// EffectViewEngine's hosts of the lab's features.
enum EffectViewHosts: HostFamily {
  typealias Search = EffectViewSearchHost
  typealias Download = EffectViewDownloadHost
  typealias Ticker = EffectViewTickerHost
  typealias Checkout = EffectViewCheckoutHost
}
