import EffectViewEngine
import Testing

// The reference's "Custom effects" and "Pull-to-refresh": the factories as they stand there.

private struct Movie: Equatable, Sendable {
  var title: String
}

private struct Offline: Error {}

private enum MyView {
  struct ViewState {
    var items: [String] = []
    var movies: [Movie] = []
    var message: String?
  }

  enum Event {
    case load
    case refresh
    case loaded([String])
    case moviesLoaded([Movie])
    case loadFailed(any Error)
  }

  struct Env {
    var fetch: @Sendable () async throws -> [String]
    var movieFetch: @Sendable () async throws -> [Movie]
  }

  static func update(state: inout ViewState, event: Event) -> Effect<Event, Env>? {
    switch event {
    case .load:
      return .loadItems()
    case .refresh:
      return .refreshMovies()
    case .loaded(let items):
      state.items = items
      return nil
    case .moviesLoaded(let movies):
      state.movies = movies
      return nil
    case .loadFailed(let error):
      state.message = "\(error)"
      return nil
    }
  }
}

extension Effect where Event == MyView.Event, Env == MyView.Env {
  fileprivate static func loadItems() -> Self {
    .task(name: "load") { input, env in
      do {
        let items = try await env.fetch()
        input(.loaded(items))
      } catch {
        input(.loadFailed(error))
      }
    }
  }

  fileprivate static func refreshMovies() -> Self {
    .task(name: "refresh") { input, env in
      do {
        let movies = try await env.movieFetch()
        input(.moviesLoaded(movies))
      } catch {
        input(.loadFailed(error))
      }
    }
  }
}

@MainActor
@Suite struct CustomEffectTests {
  private let env = MyView.Env(
    fetch: { ["Swan"] },
    movieFetch: { throw Offline() }
  )

  @Test func `a custom effect sends what it loaded, or its error`() async {
    let host = EffectHost(state: MyView.ViewState(), initialEnv: env, update: MyView.update)
    await host.input.perform(.load)
    #expect(host.state.items == ["Swan"])
    // As '.refreshable' does: the spinner is shown until this returns.
    await host.input.perform(.refresh)
    #expect(host.state.message == "Offline()")
  }

  @Test func `an update function is tested alone, by its return value`() {
    var state = MyView.ViewState()
    guard case .task(name: "load", priority: nil, operation: _)? = MyView.update(state: &state, event: .load) else {
      Issue.record("Loading is no task named 'load'.")
      return
    }
    #expect(MyView.update(state: &state, event: .loaded(["Swan"])) == nil)
    #expect(state.items == ["Swan"])
  }

  @Test func `the operation of an effect is tested alone, with a host that records events`() async {
    var state = MyView.ViewState()
    guard case .task(_, _, let operation)? = MyView.update(state: &state, event: .load) else {
      Issue.record("Loading is no task.")
      return
    }
    let log = EffectHost<[String], MyView.Event, Void>(state: []) { events, event in
      events.append("\(event)")
      return nil
    }
    await operation(log.input, env)
    await log.settle()
    #expect(log.state == [#"loaded(["Swan"])"#])
  }
}
