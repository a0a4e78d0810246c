import StoreCore
import Testing

@testable import StorePersistence

@Suite struct SaveLaneTests {
  @Test func `one id of one storage has one lane, as long as somebody keeps it`() {
    let (first, second) = (MemoryStorage(), MemoryStorage())
    let lane = SaveLane.lane(of: "a", in: first)
    #expect(SaveLane.lane(of: "a", in: first) === lane)
    #expect(SaveLane.lane(of: "b", in: first) !== lane)
    #expect(SaveLane.lane(of: "a", in: second) !== lane)
    #expect(lane.claim())
    #expect(!SaveLane.lane(of: "a", in: first).claim())
    lane.release()
    #expect(lane.claim())
  }

  @Test func `lanes come and go on many threads`() async {
    let storage = MemoryStorage()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for number in 0..<2_000 { _ = SaveLane.lane(of: "\(number % 2)", in: storage).claim() }
        }
      }
    }
    #expect(SaveLane.lane(of: "0", in: storage).claim())
  }
}
