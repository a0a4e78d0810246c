import ElmEngine
import StoreTesting
import Testing

// The samples of the guide for users of the Composable Architecture.

private struct Fact: Equatable {
  var count = 0
  var text = ""
}

private enum FactAction: Equatable {
  case incrementTapped
  case factTapped
  case received(String)
}

private struct Boring: Error {}

private func fetchFact(_ number: Int) async throws -> String {
  guard number > 0 else { throw Boring() }
  return number % 2 == 0 ? "\(number) is even" : "\(number) is odd"
}

private let fact = ComposedReducer { (fact: inout Fact, action: FactAction) in
  switch action {
  case .incrementTapped:
    fact.count += 1
    return .none
  case .factTapped:
    let count = fact.count
    return .run { send in
      send(.received(try await fetchFact(count)))
    }
    .catch { _ in .received("no fact") }
    .cancellable(id: "fact")
  case .received(let text):
    fact.text = text
    return .none
  }
}

@MainActor
@Suite struct ComingFromTheComposableArchitectureTests {
  private let options = StoreOptions(executor: TestExecutor())

  @Test func `a test has the same shape`() async {
    let store = TestStore(Store(initialState: Fact(), options: options, reducer: fact))
    await store.send(.incrementTapped) { $0.count = 1 }
    await store.send(.factTapped)
    await store.receive(.received("1 is odd")) { $0.text = "1 is odd" }
    await store.finish()
  }

  @Test func `actions of a merge's first emitted action come before the second one`() {
    let store = Store<[String], String>(initialState: []) { handled, action in
      handled.append(action)
      switch action {
      case "both": return .merge([.program(.emit("first")), .program(.emit("second"))])
      case "first": return .program(.emit("of the first"))
      default: return .none
      }
    }
    store.send("both")
    #expect(store.state == ["both", "first", "of the first", "second"])
  }

  @Test func `an error is handled, and the newer of two effects replaces the older one`() async {
    let store = Store(initialState: Fact(), options: options, reducer: fact)
    store.send(.factTapped)
    store.send(.factTapped)
    #expect(store.isTaskRunning(id: "fact"))
    #expect(store.runningTaskCount == 1)
    await store.settle()
    #expect(store.state.text == "no fact")
  }
}
