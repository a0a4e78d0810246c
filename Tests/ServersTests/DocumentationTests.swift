#if Servers
import ElmEngine
import InMemoryTracing
import Metrics
import MetricsTestKit
import StoreMetrics
import StoreTracing
import Testing
import Tracing

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

  @Test func `a store with traces`() async {
    let tracer = InMemoryTracer()
    await withTracer(tracer) {
      let fetchCount = Self.fetchCount

      let tracing = TracingObserver()
      let store = Store(initialState: 0, options: StoreOptions(name: "orders", observers: [tracing])) {
        (state: Int, action: OrderAction) in
        switch action {
        case .load: (state, .cancellable({ .loaded(try await fetchCount()) }, "load"))
        case .loaded(let count): (count, .none)
        }
      }
      await withSpan("GET /orders") { _ in
        await store.send(.load).value
      }

      #expect(store.state == 3)
    }
    #expect(tracer.finishedSpans.map(\.operationName) == ["load", "GET /orders"])
    #expect(tracer.finishedSpans.first?.parentSpanID == tracer.finishedSpans.last?.spanID)
  }
}
#endif
