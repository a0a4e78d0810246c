import FeatureEngine
import Testing

// The values that can be the name of a task.

// Not isolated, whatever the module's default is: the names of tasks are compared outside of the main actor, and a
// conformance that belongs to the main actor cannot be used there. Without a default the word changes nothing.
private nonisolated enum DownloadID: Hashable {
  case cover
  case page(Int)
}

private struct NamedFeature: Feature {
  @Observable
  final class State {
    var finished = 0
  }

  enum Action: Sendable {
    case start
    case cancelPages
  }

  let uuid: UUID

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .start:
        return .merge(
          .run(id: "text") { state in state.finished += 1 },
          .run(id: 7) { state in state.finished += 1 },
          .run(id: uuid) { state in state.finished += 1 },
          .run(id: DownloadID.cover) { state in state.finished += 1 },
          .run(id: DownloadID.page(1)) { state in state.finished += 1 },
          .run(id: DownloadID.page(2)) { state in state.finished += 1 }
        )
      case .cancelPages:
        return .cancel(ids: [DownloadID.page(1), DownloadID.page(2)])
      }
    }
  }
}

@MainActor
@Suite struct TaskNameTests {
  private let uuid = UUID()

  @Test func `strings, numbers, UUIDs and enums can be names of tasks`() async {
    let store = Store(initialState: NamedFeature.State(), feature: NamedFeature(uuid: uuid))
    store.send(.start)
    #expect(store.runningTaskCount == 6)
    #expect(store.isTaskRunning(id: "text"))
    #expect(store.isTaskRunning(id: 7))
    #expect(store.isTaskRunning(id: uuid))
    #expect(store.isTaskRunning(id: DownloadID.cover))
    #expect(store.isTaskRunning(id: DownloadID.page(1)))
    #expect(!store.isTaskRunning(id: DownloadID.page(3)))

    store.cancelTask(id: 7)
    store.cancelTask(id: uuid)
    store.cancelTask(id: DownloadID.cover)
    #expect(store.runningTaskCount == 3)
    store.send(.cancelPages)
    #expect(store.runningTaskCount == 1)

    await store.settle()
    #expect(store.state.finished == 1)
  }
}
