import EffectViewEngine
import FeatureEngine
import StoreSimulation

/// A token that has expired is renewed for each request that it fails, but it can be exchanged once only.
extension PlantedBug {
  static let doubleRefresh = PlantedBug(
    name: "double refresh of a token",
    plays: [
      (
        "feature",
        { bench, isMended in
          let store = DoubleRefresh.feature(bench, DoubleRefresh.Server(), isMended)
          bench.always(store, "the user stays signed in") { $0.session.isSignedIn }
          await DoubleRefresh.play(store, bench)
        }
      ),
      (
        "effectview",
        { bench, isMended in
          let store = DoubleRefresh.effectView(bench, DoubleRefresh.Server(), isMended)
          bench.always(store, "the user stays signed in") { $0.isSignedIn }
          await DoubleRefresh.play(store, bench)
        }
      ),
    ]
  )
}

@MainActor
private enum DoubleRefresh {
  /// A server that accepts the token it has given last, once the first has expired.
  final class Server: Sendable {
    private let token = Shared(1)

    func accepts(_ token: Int) -> Bool { token > 1 && token == self.token.value }

    /// Returns a new token for the last one, and nothing for one that was exchanged before.
    func exchange(_ old: Int) -> Int? {
      var new: Int?
      token.change { token in
        guard token == old else { return }
        token += 1
        new = token
      }
      return new
    }
  }

  enum Action: Sendable {
    case opened(page: Int)
    case loaded(page: Int)
    case expired(page: Int, token: Int)
    case renewed(token: Int?)
  }

  /// What the app has to ask the server for.
  enum Request {
    case load([Int])
    case renew
    case nothing
  }

  struct Session {
    var token = 1
    var isSignedIn = true
    var isRenewing = false
    var waiting: [Int] = []
    var pages: Set<Int> = []

    mutating func handle(_ action: Action, _ isMended: Bool) -> Request {
      switch action {
      case .opened(let page):
        return .load([page])
      case .loaded(let page):
        pages.insert(page)
        return .nothing
      case .expired(let page, let token):
        if isMended, token != self.token { return .load([page]) }
        waiting.append(page)
        if isMended, isRenewing { return .nothing }
        isRenewing = true
        return .renew
      case .renewed(let token):
        isRenewing = false
        guard let token else {
          isSignedIn = false
          return .nothing
        }
        self.token = token
        defer { waiting = [] }
        return .load(waiting)
      }
    }
  }

  struct Reader: Feature {
    @Observable
    final class State {
      var session = Session()
    }

    typealias Action = DoubleRefresh.Action

    let server: Server
    let isMended: Bool

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        let request = state.session.handle(action, isMended)
        let token = state.session.token
        switch request {
        case .load(let pages):
          return .merge(
            pages.map { page in
              .run { _, send in
                send(server.accepts(token) ? .loaded(page: page) : .expired(page: page, token: token))
              }
            }
          )
        case .renew:
          return .run { _, send in send(.renewed(token: server.exchange(token))) }
        case .nothing:
          return .none
        }
      }
    }
  }

  static func feature(_ bench: TestBench, _ server: Server, _ isMended: Bool) -> FeatureEngine.Store<Reader> {
    FeatureEngine.Store(
      initialState: Reader.State(),
      feature: Reader(server: server, isMended: isMended),
      options: bench.options
    )
  }

  static func effectView(_ bench: TestBench, _ server: Server, _ isMended: Bool) -> EffectHost<Session, Action, Void> {
    let host = EffectHost<Session, Action, Void>(state: Session(), options: bench.options) { session, event in
      let request = session.handle(event, isMended)
      let token = session.token
      switch request {
      case .load(let pages):
        return .merge(
          pages.map { page in
            .task { input, _ in
              input(server.accepts(token) ? .loaded(page: page) : .expired(page: page, token: token))
            }
          }
        )
      case .renew:
        return .task { input, _ in input(.renewed(token: server.exchange(token))) }
      case .nothing:
        return nil
      }
    }
    host.appear()
    return host
  }

  static func play<Engine: StoreEngine>(_ store: Engine, _ bench: TestBench) async where Engine.Action == Action {
    await bench.step("opens the first page") { store.send(.opened(page: 1)) }
    await bench.step("opens the second page", at: .milliseconds(700)) { store.send(.opened(page: 2)) }
    await bench.step("opens the third page", at: .seconds(6)) { store.send(.opened(page: 3)) }
  }
}
