import EffectViewEngine
import ElmEngine
import FeatureEngine
import ReduxBridge
import _StoreTestSupport

/// A search whose effects run until they are ended.
enum Search {
  struct Row: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var title: String
  }

  struct State: Equatable, Sendable {
    var query = ""
    var rows: [Row] = []
    var password = "hunter2"
  }

  enum Action: Codable, Equatable, Sendable {
    case typed(String)
    case filled(Int)
    case renamed(Int, String)
    case upload(Int)
  }

  static func reduce(state: consuming State, action: Action) -> (State, ElmEngine.Effect<Action>) {
    switch action {
    case .typed(let query):
      state.query = query
      return (state, .run { _ in try await untilCancelled() }.cancellable(id: "search"))
    case .filled(let count): state.rows = (0..<count).map { Row(id: $0, title: "row \($0)") }
    case .renamed(let index, let title): state.rows[index].title = title
    case .upload:
      return (
        state, .run { _ in try await untilCancelled() }.cancellable(id: "upload").policy(.queue(limit: 9))
      )
    }
    return (state, .none)
  }

  @MainActor
  static func store() -> ElmEngine.Store<State, Action> {
    ElmEngine.Store(initialState: State(), options: StoreOptions(name: "search"), reduce: reduce)
  }
}

/// A profile, whose state is an object, and whose actions are not `Decodable`.
struct Profile: Feature {
  @Observable
  final class State {
    var name = "Ann"
  }

  enum Action: Sendable {
    case renamed(String)
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .renamed(let name): state.name = name
      }
      return .none
    }
  }

  @MainActor
  static func store() -> FeatureEngine.Store<Profile> {
    FeatureEngine.Store(initialState: State(), feature: Profile(), options: StoreOptions(name: "profile"))
  }
}

/// A timer of a view's lifetime.
enum Timer {
  struct State: Equatable, Sendable {
    var ticks = 0
  }

  enum Event: Codable, Sendable {
    case tick
  }

  private static func update(state: inout State, event: Event) -> EffectViewEngine.Effect<Event, Void>? {
    switch event {
    case .tick: state.ticks += 1
    }
    return nil
  }

  @MainActor
  static func store() -> EffectHost<State, Event, Void> {
    let host = EffectHost(state: State(), options: StoreOptions(name: "timer"), update: update)
    host.appear()
    return host
  }
}

/// A cart whose handler waits at a gate.
struct Cart: FeatureType {
  struct State: Equatable, Sendable {
    var items: [String] = []
  }

  enum Action: Codable, Sendable {
    case add(String)
    case checkOut
  }

  let gate: Gate

  func reduce(into state: inout State, action: Action) async {
    switch action {
    case .add(let item): state.items.append(item)
    case .checkOut:
      await gate.pass()
      state.items = []
    }
  }

  @MainActor
  static func store(gate: Gate = Gate()) -> ReduxBridge.Store<Cart> {
    ReduxBridge.Store(feature: Cart(gate: gate), initialState: State(), options: StoreOptions(name: "cart"))
  }
}
