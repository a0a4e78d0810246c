import StoreCore

/// An engine, with its stores of all features.
struct LabEngine: Sendable {
  /// The name by which users choose the engine, such as `elm`.
  var name: String
  /// The engine's paradigm, in one line.
  var summary: String

  var search: Host<Search>.Maker
  var download: Host<Download>.Maker
  var ticker: Host<Ticker>.Maker
  var checkout: Host<Checkout>.Maker
}

extension LabEngine {
  /// The engines of the package, in the order in which comparisons run them.
  static let all = [
    LabEngine(
      name: "elm",
      summary: "a pure reduce(state, action) -> (state, Effect), from the module ElmEngine",
      search: Host.elm(Search.reduce),
      download: Host.elm(Download.reduce),
      ticker: Host.elm(Ticker.reduce),
      checkout: Host.elm(Checkout.reduce)
    ),
    LabEngine(
      name: "feature",
      summary: "an action handler over an @Observable class, from the module FeatureEngine",
      search: Host.feature(FeatureSearch.init, FeatureSearch.State.init, \.screen),
      download: Host.feature(FeatureDownload.init, FeatureDownload.State.init, \.screen),
      ticker: Host.feature(FeatureTicker.init, FeatureTicker.State.init, \.screen),
      checkout: Host.feature(FeatureCheckout.init, FeatureCheckout.State.init, \.screen)
    ),
    LabEngine(
      name: "effectview",
      summary: "update(inout state, event) -> Effect? over a view's lifetime, from the module EffectViewEngine",
      search: Host.effectView(Search.update),
      download: Host.effectView(Download.update),
      ticker: Host.effectView(Ticker.update),
      checkout: Host.effectView(Checkout.update)
    ),
    LabEngine(
      name: "redux",
      summary: "reduce(into:action:) async, and an ObservableObject, from the module ReduxBridge",
      search: Host.redux(ReduxSearch.init, ReduxSearch.State.init, \.self),
      download: Host.redux(ReduxDownload.init, ReduxDownload.State.init, \.self),
      ticker: Host.redux(ReduxTicker.init, ReduxTicker.State.init, \.self),
      checkout: Host.redux(ReduxCheckout.init, ReduxCheckout.State.init, \.checkout)
    ),
  ]
}

extension [LabEngine] {
  func named(_ name: String) throws(LabError) -> LabEngine {
    if let engine = first(where: { $0.name == name }) { return engine }
    let known = isEmpty ? "No engine is known." : "Known: \(map(\.name).phrase("and"))."
    throw LabError(subject: "--engine", reason: "unknown engine '\(name.printable)'. \(known)")
  }
}
