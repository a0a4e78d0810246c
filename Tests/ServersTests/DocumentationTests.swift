#if Servers
import ElmEngine
import Metrics
import MetricsTestKit
import StoreMetrics
import Testing

/// The samples of the documentation.
@MainActor
@Suite struct DocumentationTests {
  enum OrderAction: Sendable {
    case load
    case loaded(Int)
  }

  private static func fetchCount() async throws -> Int { 3 }

  @Test func `a store with metrics`() async {
    let factory = TestMetrics()
    await withMetricsFactory(factory) {
      let fetchCount = Self.fetchCount

      let metrics = MetricsObserver()
      let store = Store(initialState: 0, options: StoreOptions(name: "orders", observers: [metrics])) {
        (state: Int, action: OrderAction) in
        switch action {
        case .load: (state, .cancellable({ .loaded(try await fetchCount()) }, "load"))
        case .loaded(let count): (count, .none)
        }
      }
      await store.send(.load).value

      #expect(store.state == 3)
    }
    #expect(factory.counterTotal(label: "store.effects", dimensions: [("effect", "load")]) == 1)
  }
}
#endif
