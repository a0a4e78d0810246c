import EffectViewEngine
import ElmEngine
import FeatureEngine
import ReduxBridge

// The stores that a page is tried with: all engines, and three of one.

/// A search whose effects wait, queue, hang and drain.
enum Search {
  struct State: Equatable, Sendable {
    var query = ""
    var results: [String] = []
    var password = "hunter2"
  }

  enum Action: Codable, Equatable, Sendable {
    case typed(String)
    case found([String])
    case hang
    case upload(Int)
    case uploaded(Int)
    case stubborn
    case stopped
    case fail
    case quick
    case late
    case lateCancelled
  }

  struct Failure: Error {}

  /// Told that the effect of `late` runs, and that it has been cancelled.
  static let (began, cancelled) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))

  static func reduce(state: consuming State, action: Action) -> (State, ElmEngine.Effect<Action>) {
    switch action {
    case .typed(let query):
      state.query = query
      return (
        state,
        .run { send in
          try await Task.sleep(for: .seconds(2))
          send(.found([query, query + "ly"]))
        }
        .delay(for: .milliseconds(300))
        .cancellable(id: "search")
      )
    case .found(let results):
      state.results = results
      return (state, .none)
    case .hang:
      return (state, .run { _ in try await Task.sleep(for: .seconds(3_600)) }.delay(for: .seconds(1_800)).named("hang"))
    case .upload(let number):
      return (
        state,
        .run { send in
          try await Task.sleep(for: .seconds(3_600))
          send(.uploaded(number))
        }
        .cancellable(id: "upload").policy(.queue(limit: 10))
      )
    case .stubborn:
      // It does not hear that it is cancelled.
      return (
        state,
        .run { _ in await Task.detached { try? await Task.sleep(for: .seconds(3_600)) }.value }.cancellable(
          id: "stubborn"
        )
      )
    case .stopped: return (state, .cancel("stubborn"))
    case .uploaded: return (state, .none)
    case .fail: return (state, .run { _ in throw Failure() }.cancellable(id: "failing"))
    case .quick: return (state, .run { _ in }.named("quick"))
    case .late:
      return (
        state,
        .run { send in
          // Not in a task that hears of its cancel.
          began.continuation.yield()
          await Task.detached { for await _ in cancelled.stream { break } }.value
          send(.found(["too late"]))
        }
        .cancellable(id: "late")
      )
    case .lateCancelled: return (state, .cancel("late"))
    }
  }
}

/// A list that is large.
enum Rows {
  struct Row: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var title: String
    var isDone = false
  }

  struct State: Equatable, Sendable {
    var rows: [Row] = []
  }

  enum Action: Codable, Equatable, Sendable {
    case filled(Int)
    case renamed(Int, String)
  }

  static func reduce(state: inout State, action: Action) {
    switch action {
    case .filled(let count): state.rows = (0..<count).map { Row(id: $0, title: "row \($0)") }
    case .renamed(let index, let title):
      guard state.rows.indices.contains(index) else { return }
      state.rows[index].title = title
    }
  }
}

/// A counter that is sent to very often, and whose actions have any text.
enum Counter {
  struct State: Equatable, Sendable {
    var count = 0
    var text = ""
  }

  enum Action: Codable, Equatable, Sendable {
    case increment
    case say(String)
  }

  static func reduce(state: inout State, action: Action) {
    switch action {
    case .increment: state.count += 1
    case .say(let text): state.text = text
    }
  }
}

/// A profile, whose state is an object.
struct Profile: Feature {
  @Observable
  final class State {
    var name = "Ann"
    var age = 30
  }

  enum Action: Codable, Sendable {
    case renamed(String)
    case birthday
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .renamed(let name): state.name = name
      case .birthday: state.age += 1
      }
      return .none
    }
  }
}

/// A timer of a view's lifetime.
enum Timer {
  struct State: Equatable, Sendable {
    var ticks = 0
  }

  enum Event: Codable, Sendable {
    case start
    case tick
  }

  static func update(state: inout State, event: Event) -> EffectViewEngine.Effect<Event, Void>? {
    switch event {
    case .start:
      return .task(name: "timer") { input, _ in
        while !Task.isCancelled {
          try? await Task.sleep(for: .seconds(1))
          input.send(.tick)
        }
      }
    case .tick:
      state.ticks += 1
      return nil
    }
  }
}

/// A cart whose reduce can suspend.
struct Cart: FeatureType {
  struct State: Equatable, Sendable {
    var items: [String] = []
  }

  enum Action: Codable, Sendable {
    case add(String)
    case checkOut(seconds: Int)
  }

  func reduce(into state: inout State, action: Action) async {
    switch action {
    case .add(let item): state.items.append(item)
    case .checkOut(let seconds):
      try? await Task.sleep(for: .seconds(seconds))
      state.items = []
    }
  }
}
