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
      search: ElmSearch.host,
      download: ElmDownload.host,
      ticker: ElmTicker.host,
      checkout: ElmCheckout.host
    ),
    LabEngine(
      name: "feature",
      summary: "an action handler over an @Observable class, from the module FeatureEngine",
      search: FeatureSearch.host,
      download: FeatureDownload.host,
      ticker: FeatureTicker.host,
      checkout: FeatureCheckout.host
    ),
    LabEngine(
      name: "effectview",
      summary: "update(inout state, event) -> Effect? over a view's lifetime, from the module EffectViewEngine",
      search: EffectViewSearch.host,
      download: EffectViewDownload.host,
      ticker: EffectViewTicker.host,
      checkout: EffectViewCheckout.host
    ),
    LabEngine(
      name: "redux",
      summary: "reduce(into:action:) async, and an ObservableObject, from the module ReduxBridge",
      search: ReduxSearch.host,
      download: ReduxDownload.host,
      ticker: ReduxTicker.host,
      checkout: ReduxCheckout.host
    ),
  ]
}

extension [LabEngine] {
  /// The engine of that name.
  ///
  /// - Throws: A ``LabError`` that lists the known names if there is none.
  func named(_ name: String) throws(LabError) -> LabEngine {
    if let engine = first(where: { $0.name == name }) { return engine }
    let known = isEmpty ? "No engine is known." : "Known: \(map(\.name).phrase("and"))."
    throw LabError(subject: "--engine", reason: "unknown engine '\(name.printable)'. \(known)")
  }
}

/// A store with a feature, on whichever engine.
@MainActor
struct Host<Feature: LabFeature> {
  /// Makes a store with the feature's services.
  typealias Maker = @MainActor @Sendable (Feature.Environment, StoreOptions) -> Host

  /// What the user sees.
  let state: () -> Feature.State
  /// Sends an action.
  let send: (Feature.Action) -> SendHandle
  /// Has somebody told of each change of what the user sees.
  let subscribe: (@escaping @MainActor (Feature.State) -> Void) -> Void
  /// Cancels all effects.
  let cancelAll: () -> Void
  /// Waits until all is quiet.
  let settle: () async -> Void
}

extension Host {
  /// Creates the host of a store, whose state may have more than the user sees, or have it in another form.
  init<Store: StoreEngine>(
    _ store: Store,
    showing view: @escaping @MainActor (Store.State) -> Feature.State
  ) where Store.Action == Feature.Action {
    self.init(
      state: { view(store.state) },
      send: { store.send($0) },
      subscribe: { receive in store.subscribe { receive(view($0)) } },
      cancelAll: { store.cancel(.all) },
      settle: { await store.settle() }
    )
  }

  /// Creates the host of a store whose state is what the user sees.
  init<Store: StoreEngine>(_ store: Store) where Store.Action == Feature.Action, Store.State == Feature.State {
    self.init(store, showing: { $0 })
  }
}
