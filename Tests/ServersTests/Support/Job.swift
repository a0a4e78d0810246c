#if Servers
import ElmEngine
import FeatureEngine
import Observation
import ReduxBridge
import StoreCore
import StoreTesting

/// An effect that a test gives to a store.
struct Job: Sendable {
  let name: String
  var policy: LaunchPolicy = .concurrent
  let body: @Sendable (Send<Order>) async throws -> Void
}

/// The actions of the stores.
enum Order: Sendable {
  /// Runs an effect for each job, one after another.
  case run([Job])
  /// Runs an effect that returns an action.
  case runReturning(String, @Sendable () async -> Order)
  case cancel(String)
  case done

  static func run(
    _ name: String,
    _ policy: LaunchPolicy = .concurrent,
    body: @escaping @Sendable (Send<Order>) async throws -> Void = { _ in }
  ) -> Order {
    .run([Job(name: name, policy: policy, body: body)])
  }
}

struct Failure: Error {}

/// The engines whose stores are observed.
enum Engine: CaseIterable, Sendable {
  /// Effects run in the pool.
  case elm
  /// Effects run on the main actor.
  case feature
  /// Effects run in the pool, and the reduce may suspend.
  case redux

  @MainActor
  func store(_ name: String? = nil, _ observers: any RuntimeObserver...) -> AnyStore {
    let options = StoreOptions(name: name, observers: observers, onError: { _, _ in })
    return switch self {
    case .elm:
      AnyStore(ElmEngine.Store<Int, Order>(initialState: 0, options: options) { _, order in order.effect() })
    case .feature:
      AnyStore(FeatureEngine.Store(initialState: OrderFeature.State(), feature: OrderFeature(), options: options))
    case .redux:
      AnyStore(ReduxBridge.Store(feature: OrderReducer(), initialState: 0, options: options))
    }
  }
}

/// A store of any engine.
@MainActor
final class AnyStore: Sendable {
  private let store: any StoreEngine
  nonisolated let runtime: Runtime<Order>
  let send: (Order) -> Void

  init<Store: StoreEngine>(_ store: Store) where Store.Action == Order {
    self.store = store
    runtime = store.runtime
    send = { [unowned store] order in store.send(order) }
  }

  func settle() async { await runtime.settle() }
}

extension Order {
  /// The effect of the order in the pool.
  fileprivate func effect<Result: StoreEffect<Order>>() -> Result {
    switch self {
    case .run(let jobs):
      .sequence(
        jobs.map { .program(.run(EffectOptions(id: $0.name, policy: $0.policy), operation: $0.body)) }
      )
    case .runReturning(let name, let body): .program(.task(EffectOptions(id: name), operation: body))
    case .cancel(let name): .cancel(id: EffectID(name))
    case .done: .sequence([])
    }
  }
}

private struct OrderFeature: Feature {
  @Observable
  final class State {}

  func handle() -> ActionHandler<Order, State> {
    ActionHandler { order, _ in
      switch order {
      case .run(let jobs):
        .sequence(
          jobs.map { job in .run(id: job.name) { _, send in try await job.body(send) }.policy(job.policy) }
        )
      case .runReturning(let name, let body): .task(id: name) { _ in await body() }
      case .cancel, .done: order.effect()
      }
    }
  }
}

private struct OrderReducer: FeatureType {
  func reduce(into state: inout Int, action: Order) async {}

  func effect(of order: Order, state: Int) -> EffectProgram<Order> { order.effect() }
}
#endif
