#if canImport(SwiftUI)
import EffectViewEngine
import Foundation
import SwiftUI

// The views of the reference's samples. They are compiled; what they send and run is tested without a view, in
// Tests/Clients/EffectViewClients. 'Sendable' stands where this module's settings ask for it.

// MARK: Usage

private struct CounterView: View {
  struct ViewState { var counter = 0 }
  enum Event { case start, tick, stop }

  @SwiftUI.State private var state = ViewState()

  private static func update(
    state: inout ViewState,
    event: Event
  ) -> Effect<Event, Void>? {
    switch event {
    case .start:
      state.counter = 0
      return .task(name: "Counter") { input, env in
        while true {
          do {
            try await Task.sleep(for: .seconds(1))
            input(.tick)
          } catch {
            // ignore cancellation
          }
        }
      }
    case .tick:
      state.counter += 1
      return nil
    case .stop:
      return .cancel("Counter")
    }
  }

  var body: some View {
    EffectView(state: $state, update: Self.update) { state, send in
      VStack {
        Text("\(state.counter)")
        Button("Start") { send(.start) }
        Button("Stop") { send(.stop) }
      }
    }
  }
}

// MARK: Dependency injection

private actor CounterService {
  static let shared = CounterService()

  func count() -> Int { 7 }
}

private struct InitialCountView: View {
  struct Env: Identifiable, Sendable {
    let id: UUID
    // Declare the API the view layer needs.
    var fetchInitialCount: @Sendable () async -> Int

    static let live = Env(id: UUID(), fetchInitialCount: { await CounterService.shared.count() })
    static let mock = Env(id: UUID(), fetchInitialCount: { 42 })
  }

  enum Event {
    case appeared
    case loaded(Int)
  }

  struct ViewState { var count: Int? }

  @State private var state = ViewState()
  let env: Env

  private static func update(state: inout ViewState, event: Event) -> Effect<Event, Env>? {
    switch event {
    case .appeared:
      return .task { send, env in
        let count = await env.fetchInitialCount()
        send(.loaded(count))
      }
    case .loaded(let count):
      state.count = count
      return nil
    }
  }

  var body: some View {
    EffectView(state: $state, initialEnv: env, update: Self.update) { state, send in
      Text(state.count.map { "\($0)" } ?? "Loading…")
        .task { send(.appeared) }
    }
    .id(env.id)
  }
}

// 1. Declare the action. The reference has '@Entry' write the key.
private struct CounterAction: Sendable {
  var fetchCount: @Sendable () async -> Int = { await CounterService.shared.count() }
}

private struct CounterActionKey: EnvironmentKey {
  static let defaultValue = CounterAction()
}

extension EnvironmentValues {
  fileprivate var counterAction: CounterAction {
    get { self[CounterActionKey.self] }
    set { self[CounterActionKey.self] = newValue }
  }
}

// 2. Compose the view's Env from the environment at the call site. The sample's id is a new one each time that the
// body is evaluated, which gives the view inside another identity.
private struct CounterContainerView: View {
  var body: some View {
    EnvReader(\.counterAction) { action in
      InitialCountView(
        env: .init(
          id: UUID(),
          fetchInitialCount: action.fetchCount
        )
      )
    }
  }
}

private struct CounterPreviews: View {
  var body: some View {
    VStack {
      InitialCountView(env: .live)  // production
      InitialCountView(env: .mock)  // previews, tests
      CounterContainerView()
        .environment(\.counterAction, CounterAction(fetchCount: { 42 }))
    }
  }
}

// MARK: Recipes

private struct Movie: Identifiable, Sendable {
  let id: Int
  var title: String
}

private struct MovieRow: View {
  let movie: Movie

  init(_ movie: Movie) {
    self.movie = movie
  }

  var body: some View {
    Text(movie.title)
  }
}

private struct MyView: View {
  struct ViewState: Equatable {
    var movies: [Movie] = []
    var query = ""
    var syncEnabled = false

    static func == (lhs: ViewState, rhs: ViewState) -> Bool { lhs.syncEnabled == rhs.syncEnabled }
  }

  enum Event {
    case refresh
    case loaded([Movie])
    case queryChanged(String)
    case retry
    case syncToggled(Bool)
  }

  struct Env {
    var movieFetch: @Sendable () async -> [Movie]
  }

  @State private var state = ViewState()
  let env: Env

  static func update(state: inout ViewState, event: Event) -> Effect<Event, Env>? {
    switch event {
    case .refresh: return .refreshMovies()
    case .loaded(let movies): state.movies = movies
    case .queryChanged(let query): state.query = query
    case .retry, .syncToggled: break
    }
    return nil
  }

  var body: some View {
    EffectView(state: $state, initialEvent: .refresh, initialEnv: env, update: Self.update) { state, input in
      List(state.movies, rowContent: MovieRow.init)
        .refreshable {
          await input.perform(.refresh)  // spinner shown until .refresh effect completes
        }
      Button("Retry", action: input(.retry))  // callAsFunction — enqueues on MainActor
      Toggle("Sync", isOn: $state.syncEnabled)
        // The reference's closure takes one value; SwiftUI's of today takes the old one and the new one.
        .onChange(of: state.syncEnabled) { input(.syncToggled($1)) }
      TextField("Search", text: input.binding(state.query) { .queryChanged($0) })
    }
  }
}

extension Effect where Event == MyView.Event, Env == MyView.Env {
  fileprivate static func refreshMovies() -> Self {
    .task(name: "refresh") { input, env in
      input(.loaded(await env.movieFetch()))
    }
  }
}

// MARK: A host in a view

private struct HostView: View {
  @State private var host = EffectHost(state: "") { (text: inout String, event: String) -> Effect<String, Void>? in
    text = event
    return nil
  }

  var body: some View {
    TextField("Text", text: host.binding(\.self) { $0 }.animation())
      .onAppear { host.appear() }
      .onDisappear { host.disappear() }
      .environment(host)
  }
}

private struct HostReader: View {
  @Environment(EffectHost<String, String, Void>.self) private var host

  var body: some View {
    Text(host.state)
  }
}
#endif
