import ElmEngine
import StoreTesting
import Testing

// Its `==` belongs to the main actor, too.
private enum CounterAction: Equatable {
  case load
  case loaded(Int)

  var isDone: Bool { if case .loaded = self { true } else { false } }
  var count: Int? { if case .loaded(let count) = self { count } else { nil } }
}

/// A test store of a feature whose types belong to the main actor by default.
///
/// Key paths to their own properties do not convert to the functions that a test store takes; closures do.
@Suite struct TestStoreTests {
  private final class Counter {
    var count = 0
  }

  private let options = StoreOptions(executor: TestExecutor())

  @Test func `closures observe a state and select actions that belong to the main actor`() async {
    let counter = Store(initialState: Counter(), options: options) { (state: inout Counter, action: CounterAction) in
      switch action {
      case .load: return .merge(.send(.loaded(0)), .send(.loaded(1)), .send(.loaded(2)))
      case .loaded(let count): state.count += count
      }
      return .none
    }
    let store = TestStore(counter, observing: { $0.count }, exhaustivity: .off)
    await store.send(.load)
    await store.receive(.loaded(0))
    await store.receive(where: { $0.isDone })
    await store.receive(unwrapping: \.count) { $0 += $1 }
    await store.finish()
    #expect(store.store.state.count == 3)
  }
}
