import EffectViewEngine
import ElmEngine
import FeatureEngine
import ReduxBridge
import StoreCore

/// A store with a feature, on any engine.
@MainActor
struct Host<Feature: LabFeature> {
  typealias Maker = @MainActor @Sendable (Feature.Environment, StoreOptions) -> Host

  /// What the user sees.
  let state: () -> Feature.State
  let send: (Feature.Action) -> SendHandle
  /// Subscribes a closure to each change of what the user sees.
  let subscribe: (@escaping @MainActor (Feature.State) -> Void) -> Void
  let cancelAll: () -> Void
  let settle: () async -> Void
}

extension Host {
  /// Creates the host of a store, whose state may hold more than the user sees, or hold it in another form.
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
}

// A feature's part for an engine becomes a store in the same way for all features.
extension Host {
  nonisolated static func elm(
    _ reduce:
      @escaping @MainActor (consuming Feature.State, Feature.Action, Feature.Environment) -> (
        Feature.State, ElmEngine.Effect<Feature.Action>
      )
  ) -> Maker {
    {
      let store = ElmEngine.Store(initialState: Feature.State(), environment: $0, options: $1, reduce: reduce)
      return Host(store, showing: \.self)
    }
  }

  nonisolated static func feature<Part: FeatureEngine.Feature>(
    _ make: @escaping @MainActor (Feature.Environment) -> Part,
    _ state: @escaping @MainActor () -> Part.State,
    _ screen: @escaping @MainActor (Part.State) -> Feature.State
  ) -> Maker where Part.Action == Feature.Action {
    { Host(FeatureEngine.Store(initialState: state(), feature: make($0), options: $1), showing: screen) }
  }

  nonisolated static func effectView(
    _ update: @escaping EffectHost<Feature.State, Feature.Action, Feature.Environment>.Update
  ) -> Maker {
    { environment, options in
      let host = EffectHost(state: Feature.State(), initialEnv: environment, options: options, update: update)
      host.appear()
      return Host(host, showing: \.self)
    }
  }

  nonisolated static func redux<Part: FeatureType>(
    _ make: @escaping @MainActor (Feature.Environment) -> Part,
    _ state: @escaping @MainActor () -> Part.State,
    _ screen: @escaping @MainActor (Part.State) -> Feature.State
  ) -> Maker where Part.Action == Feature.Action {
    { Host(ReduxBridge.Store(feature: make($0), initialState: state(), options: $1), showing: screen) }
  }
}
