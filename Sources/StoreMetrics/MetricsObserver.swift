#if Servers
public import Metrics
public import StoreCore
import Synchronization

/// An observer that counts what its stores do, by swift-metrics.
///
/// ```swift
/// let metrics = MetricsObserver()
/// let options = StoreOptions(name: "search", observers: [metrics])
/// ```
///
/// One observer can be given to any number of stores. It records:
///
/// | metric | kind | dimensions |
/// | --- | --- | --- |
/// | `store.actions` | counter | `store`; `outcome`: `handled`, `vetoed` or `dropped` |
/// | `store.effects` | counter | `store`; `effect`; `outcome`: `finished`, `failed`, `cancelled`, `replaced` or `refused` |
/// | `store.effects.running` | meter | `store` |
/// | `store.effect.duration` | timer | `store`; `effect` |
///
/// The dimension `store` is the store's name, or `unnamed`. An effect runs from its start, when its turn has come, to its
/// end; one that was cancelled ends at once. Effects that had started before the observer was added are counted at
/// their end, without a duration.
public final class MetricsObserver: RuntimeObserver {
  /// The metrics of the actions of one store, and the number of its running effects.
  private struct OfStore {
    let handled, vetoed, dropped: Counter
    let running: Meter

    init(_ store: String, factory: any MetricsFactory) {
      func counter(_ outcome: String) -> Counter {
        Counter(label: "store.actions", dimensions: [("store", store), ("outcome", outcome)], factory: factory)
      }
      (handled, vetoed, dropped) = (counter("handled"), counter("vetoed"), counter("dropped"))
      running = Meter(label: "store.effects.running", dimensions: [("store", store)], factory: factory)
    }
  }

  /// The metrics of the effects of one name in one store.
  private struct OfEffect {
    let finished, failed, cancelled, replaced, refused: Counter
    let duration: Metrics.Timer

    init(_ name: EffectName, factory: any MetricsFactory) {
      let dimensions = [("store", name.store), ("effect", name.effect)]
      func counter(_ outcome: String) -> Counter {
        Counter(label: "store.effects", dimensions: dimensions + [("outcome", outcome)], factory: factory)
      }
      (finished, failed, cancelled) = (counter("finished"), counter("failed"), counter("cancelled"))
      (replaced, refused) = (counter("replaced"), counter("refused"))
      duration = Metrics.Timer(label: "store.effect.duration", dimensions: dimensions, factory: factory)
    }

    func counter(of outcome: EffectOutcome) -> Counter {
      switch outcome {
      case .finished: finished
      case .failed: failed
      case .cancelled: cancelled
      case .replaced: replaced
      case .refused: refused
      }
    }
  }

  private struct EffectName: Hashable {
    let store: String
    let effect: String
  }

  private struct State {
    var stores: [String: OfStore] = [:]
    var effects: [EffectName: OfEffect] = [:]
    /// The times at which the running effects have started.
    var starts: [CancellationToken: Duration] = [:]
  }

  private let factory: any MetricsFactory
  private let effectName: @Sendable (EffectInfo) -> String
  private let nameLimit: Int
  private let state = Mutex(State())

  /// Creates an observer.
  ///
  /// Systems of metrics keep each combination of dimensions for ever: name effects by what they do, not by what they do it
  /// to.
  ///
  /// - Parameters:
  ///   - factory: The factory of metrics; that of the system by default.
  ///   - nameLimit: The number of effects with a dimension of their own, over all stores; the others are counted as
  ///     `other`.
  ///   - effectName: The dimension `effect`; by default the effect's name, else that of its task, else `unnamed`.
  public init(
    factory: any MetricsFactory = MetricsSystem.factory,
    nameLimit: Int = 200,
    effectName: @escaping @Sendable (EffectInfo) -> String = { $0.id?.description ?? $0.name ?? "unnamed" }
  ) {
    self.factory = factory
    self.nameLimit = nameLimit
    self.effectName = effectName
  }

  /// Durations are those between the times of events.
  public var needsTime: Bool { true }

  /// Records an event.
  public func receive(_ event: RuntimeEvent) {
    switch event.kind {
    case .actionHandled: metrics(of: event.store).handled.increment()
    case .actionVetoed: metrics(of: event.store).vetoed.increment()
    case .actionDropped: metrics(of: event.store).dropped.increment()
    case .effectStarted(let info):
      state.withLock { $0.starts[info.token] = event.time }
      metrics(of: event.store).running.increment()
    case .effectEnded(let info, let outcome):
      let metrics = metrics(of: info, in: event.store)
      metrics.counter(of: outcome).increment()
      guard let start = state.withLock({ $0.starts.removeValue(forKey: info.token) }) else { return }
      self.metrics(of: event.store).running.decrement()
      if let time = event.time { metrics.duration.record(duration: time - start) }
    case .effectRefused(let info, _): metrics(of: info, in: event.store).refused.increment()
    default: break
    }
  }

  private func metrics(of store: StoreIdentity) -> OfStore {
    let name = store.name ?? "unnamed"
    return state.withLock { state in
      if let known = state.stores[name] { return known }
      let metrics = OfStore(name, factory: factory)
      state.stores[name] = metrics
      return metrics
    }
  }

  private func metrics(of info: EffectInfo, in store: StoreIdentity) -> OfEffect {
    // Outside the lock: it is the user's function.
    var name = EffectName(store: store.name ?? "unnamed", effect: effectName(info))
    return state.withLock { state in
      if let known = state.effects[name] { return known }
      if state.effects.count >= nameLimit {
        name = EffectName(store: name.store, effect: "other")
        if let known = state.effects[name] { return known }
      }
      let metrics = OfEffect(name, factory: factory)
      state.effects[name] = metrics
      return metrics
    }
  }
}
#else
/// An observer that counts what its stores do, by swift-metrics.
///
/// It needs the trait `Servers` of the package.
@available(*, unavailable, message: "Write '.package(url: …, traits: [\"Servers\"])' in Package.swift.")
public struct MetricsObserver {
  /// It needs the trait.
  public init() {}
}
#endif
