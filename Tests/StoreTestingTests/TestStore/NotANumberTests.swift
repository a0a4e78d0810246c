import ElmEngine
import StoreTesting
import Testing
import _StoreTestSupport

/// States and actions with values that differ from themselves, as NaN does.
@MainActor
@Suite struct NotANumberTests {
  struct Meter: Equatable {
    var ratio = Double.nan
    var samples: [Double] = [.nan]
    var number = 0
  }

  enum Action: Equatable, Sendable {
    case add(Int)
    case measure
    case measured(Double)
    case rebuild
  }

  private func makeStore() -> TestStore<Store<Meter, Action>, Meter> {
    TestStore {
      Store(initialState: Meter(), options: $0) { (meter: inout Meter, action: Action) in
        switch action {
        case .add(let number):
          meter.number += number
        case .measure:
          return .run { send in send(.measured(.nan)) }
        case .measured(let ratio):
          meter.ratio = ratio
          meter.samples.append(ratio)
        case .rebuild:
          meter.samples = meter.samples.map { $0 }
        }
        return .none
      }
    }
  }

  // It was reported as "State was changed without an action", with the difference nan → nan.
  @Test func `a number that stays no number is no change`() async {
    let store = makeStore()
    await store.send(.add(1)) { $0.number = 1 }
    await store.send(.rebuild)
    await store.send(.measure)
    await store.receive(.measured(.nan)) { $0.samples = [.nan, .nan] }
    await store.finish()
  }

  @Test func `a difference shows no lines for a number that stays no number`() async throws {
    let store = makeStore()
    let texts = await texts { await store.send(.add(1)) { $0.number = 2 } }
    let text = try #require(texts.first)
    #expect(texts.count == 1)
    #expect(text.contains("-   number: 2") && text.contains("+   number: 1"))
    #expect(!text.contains("-   ratio") && !text.contains("+   ratio"))
  }
}
