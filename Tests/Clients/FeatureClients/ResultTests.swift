import FeatureEngine
import Testing

// Tasks whose work gets no state, with dependencies as users have them.

private struct Item {
  var name: String
}

private protocol ItemAPI: Sendable {
  func fetchItems() async throws -> [Item]
  func progress() -> AsyncStream<Double>
}

private struct Items: ItemAPI {
  func fetchItems() async throws -> [Item] { [Item(name: "a"), Item(name: "b")] }

  func progress() -> AsyncStream<Double> {
    AsyncStream { continuation in
      continuation.yield(0.5)
      continuation.yield(1)
      continuation.finish()
    }
  }
}

private struct ItemFeature: Feature {
  @Observable
  final class State {
    var items: [Item] = []
    var progress: Double = 0
    var isDone = false
  }

  enum Action: Sendable {
    case load
    case loadWithoutName
    case download
    case watch
  }

  let api: any ItemAPI

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .load:
        return .run(id: "load") {
          try await api.fetchItems()
        } then: { items, state in
          state.items = items
        }
        .catch { _, state in state.items = [] }

      case .loadWithoutName:
        return .run {
          let items = try await api.fetchItems()
          return sorted(items)
        } then: {
          $1.items = $0
        }

      case .download:
        return .run(id: "download", each: api.progress()) { progress, state in
          state.progress = progress
        } then: { state in
          state.isDone = true
        }

      case .watch:
        return .run(id: "watch", each: api.progress()) { progress, state in state.progress = progress }
      }
    }
  }

  private func sorted(_ items: [Item]) -> [Item] { items.sorted { $0.name > $1.name } }
}

@MainActor
@Suite struct ResultTests {
  private let store = Store(initialState: ItemFeature.State(), feature: ItemFeature(api: Items()))

  @Test func resultsAreWritten() async {
    await store.send(.load).value
    #expect(store.state.items.map(\.name) == ["a", "b"])
    await store.send(.loadWithoutName).value
    #expect(store.state.items.map(\.name) == ["b", "a"])
  }

  @Test func elementsAreWritten() async {
    await store.send(.download).value
    #expect(store.state.progress == 1)
    #expect(store.state.isDone)
    await store.send(.watch).value
    #expect(store.state.progress == 1)
  }
}
