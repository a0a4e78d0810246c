#if Exhaustive
import ElmEngine
import Testing

@testable import StoreSimulation

/// The search that continues from runs with new orders of events.
@MainActor
@Suite struct OrderSearchTests {
  @Test func `the search continues from a run with a new order, and not from one without`() {
    func run(_ number: Int) -> [EngineDeviation] { [EngineDeviation(.mainActor(number))] }
    var search = OrderSearch()
    #expect((0..<20).allSatisfy { search.beginning(of: $0).isEmpty })
    search.learn([1, 2], from: run(1))
    search.learn([2], from: run(2))
    search.learn([2, 3], from: run(3))
    let beginnings = Set((0..<100).map { search.beginning(of: $0) })
    #expect(beginnings == [[], run(1), run(3)])
  }

  @Test func `events in a different order give different orders`() async {
    func orders(_ deviations: [Deviation]) async -> Set<UInt64> {
      let bench = TestBench(replaying: deviations)
      let orders = EventOrders()
      bench.observers.append(orders)
      let store = Store<Int, String>(initialState: 0, options: bench.options) { state, action in
        action == "start" ? (state, .merge([.task { "first" }, .task { "second" }])) : (state + 1, .none)
      }
      store.send("start")
      await store.settle()
      return orders.orders
    }
    let plain = await orders([])
    #expect(!plain.isEmpty)
    #expect(await orders([]) == plain)
    #expect(await orders([.part(2, at: 1)]) != plain)
  }
}
#endif
