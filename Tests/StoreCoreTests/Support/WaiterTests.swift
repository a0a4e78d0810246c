#if Exhaustive
import StoreCore
import Testing

@Suite struct WaiterTests {
  @Test func `waiting after the finish returns at once`() async {
    let waiter = Waiter()
    waiter.finish()
    await waiter.wait()
  }

  @Test func `finishing twice before the wait has no further effect`() async {
    let waiter = Waiter()
    waiter.finish()
    waiter.finish()
    await waiter.wait()
  }

  @Test func `a function in place of a caller is called once`() {
    let calls = Locked(0)
    let waiter = Waiter { calls.withLock { $0 += 1 } }
    waiter.finish()
    waiter.finish()
    #expect(calls.withLock { $0 } == 1)
  }

  @MainActor
  @Test func `a wait returns after the finish, and not before`() async {
    let waiter = Waiter()
    var events: [String] = []
    let waiting = Task {
      await waiter.wait()
      events.append("goes on")
    }
    let finishing = Task {
      events.append("finish")
      waiter.finish()
      waiter.finish()
    }
    await finishing.value
    await waiting.value
    #expect(events == ["finish", "goes on"])
  }

  @Test func `many threads may finish one waiter at once`() async {
    for _ in 0..<200 {
      let waiter = Waiter()
      await withTaskGroup { group in
        group.addTask { await waiter.wait() }
        for _ in 0..<4 {
          group.addTask { waiter.finish() }
        }
      }
    }
  }
}
#endif
