#if Exhaustive
import FeatureEngine
import Testing

/// The samples of the reference's "Migration Guides".
///
/// The one of The Composable Architecture needs that library.
@MainActor
@Suite struct MigrationGuidesTests {
  // MARK: From The Composable Architecture (TCA)

  // ViewFeature. The sample's struct is called 'Feature' itself, which hides the protocol of that name.
  struct MigratedFeature: Feature {
    @Observable
    final class State {  // class with @Observable
      var count = 0
    }
    enum Action: Sendable { case increment }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in  // no inout!
        switch action {
        case .increment:
          state.count += 1
          return .none
        }
      }
    }
  }

  @Test func `From The Composable Architecture (TCA)`() {
    let store = Store(initialState: MigratedFeature.State(), feature: MigratedFeature())
    store.send(.increment)
    #expect(store.state.count == 1)
  }

  // MARK: From Plain ViewModels

  // Before: ViewModel. '@MainActor' is the default of the sample's module.
  @MainActor
  @Observable
  final class CounterViewModel {
    var count = 0

    func increment() {
      count += 1
    }

    func asyncIncrement() async {
      try? await Task.sleep(for: .seconds(1))
      count += 1
    }
  }

  // After: ViewFeature
  struct CounterFeature: Feature {
    @Observable
    final class State {
      var count = 0
    }

    enum Action: Sendable {
      case increment
      case asyncIncrement
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .increment:
          state.count += 1
          return .none
        case .asyncIncrement:
          return .run(id: "async") { state in
            try await Task.sleep(for: .seconds(1))
            state.count += 1
          }
        }
      }
    }
  }

  // Bonus: Now your logic is testable!

  @Test func `From Plain ViewModels`() async {
    let model = CounterViewModel()
    let store = Store(initialState: CounterFeature.State(), feature: CounterFeature())
    model.increment()
    store.send(.increment)
    #expect(model.count == 1)
    #expect(store.state.count == 1)

    let handle = store.send(.asyncIncrement)
    await model.asyncIncrement()
    await handle.value
    #expect(model.count == 2)
    #expect(store.state.count == 2)
  }

  @Test func `From Plain ViewModels: a cancelled increment counts only in the model`() async {
    let model = CounterViewModel()
    let watch = DrainWatch()
    let store = Store(
      initialState: CounterFeature.State(),
      feature: CounterFeature(),
      options: StoreOptions(observers: [watch])
    )
    let handle = store.send(.asyncIncrement)
    let task = Task { await model.asyncIncrement() }
    handle.cancel()
    task.cancel()
    await watch.wait()
    await task.value
    #expect(model.count == 1)
    #expect(store.state.count == 0)
  }
}
#endif
