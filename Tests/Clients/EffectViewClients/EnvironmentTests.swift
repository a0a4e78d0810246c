import EffectViewEngine
import Testing

// The reference's "Dependency injection": its environment and update function. The reference's operation is not
// '@Sendable', and its environments are in plain static constants: that needs an isolated module, or what is added
// here.

private enum CounterService {
  static let shared = Service()

  actor Service {
    func count() -> Int { 7 }
  }
}

private enum CounterView {
  struct Env: Identifiable, Sendable {
    let id: Int
    // Declare the API the view layer needs.
    var fetchInitialCount: @Sendable () async -> Int

    static let live = Env(id: 1, fetchInitialCount: { await CounterService.shared.count() })
    static let mock = Env(id: 2, fetchInitialCount: { 42 })
  }

  enum Event {
    case appeared
    case loaded(Int)
  }

  struct ViewState { var count: Int? }

  static func update(state: inout ViewState, event: Event) -> Effect<Event, Env>? {
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
}

@MainActor
@Suite struct EnvironmentTests {
  @Test func `the environment is the live one or the mock, as the call site specifies`() async {
    for (env, count) in [(CounterView.Env.live, 7), (.mock, 42)] {
      let host = EffectHost(
        state: CounterView.ViewState(),
        initialEvent: .appeared,
        initialEnv: env,
        update: CounterView.update
      )
      await host.appear().tree
      #expect(host.state.count == count)
    }
  }
}

// The same with an operation that is not Sendable, as the reference has it.

private enum PlainView {
  struct Env {
    var fetchInitialCount: () async -> Int
  }

  enum Event {
    case appeared
    case loaded(Int)
  }

  static func update(state: inout Int?, event: Event) -> Effect<Event, Env>? {
    switch event {
    case .appeared:
      return .task { send, env in
        let count = await env.fetchInitialCount()
        send(.loaded(count))
      }
    case .loaded(let count):
      state = count
      return nil
    }
  }
}

@MainActor
@Suite struct PlainEnvironmentTests {
  @Test func `an environment need not be Sendable`() async {
    let host = EffectHost(
      state: nil,
      initialEnv: PlainView.Env(fetchInitialCount: { 42 }),
      update: PlainView.update
    )
    await host.input.perform(.appeared)
    #expect(host.state == 42)
  }
}

// With an object that is not Sendable: its methods can be awaited if its type belongs to the main actor.

private enum ObjectView {
  @MainActor
  final class Service {
    private(set) var calls = 0

    func count() async -> Int {
      calls += 1
      return 42
    }
  }

  struct Env {
    let service: Service
    // Not Sendable.
    var note: () -> Void = {}
  }

  enum Event {
    case appeared
    case loaded(Int)
  }

  static func update(state: inout Int?, event: Event) -> Effect<Event, Env>? {
    switch event {
    case .appeared:
      return .task { send, env in
        env.note()
        let count = await env.service.count()
        send(.loaded(count))
      }
    case .loaded(let count):
      state = count
      return nil
    }
  }
}

@MainActor
@Suite struct ObjectEnvironmentTests {
  @Test func `an object of the main actor in an environment is awaited`() async {
    let service = ObjectView.Service()
    let host = EffectHost(state: nil, initialEnv: ObjectView.Env(service: service), update: ObjectView.update)
    await host.input.perform(.appeared)
    #expect(host.state == 42)
    #expect(service.calls == 1)
  }
}
