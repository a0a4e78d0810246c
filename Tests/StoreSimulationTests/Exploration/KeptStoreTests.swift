import ElmEngine
import StoreSimulation
import Testing

/// Stores without a property, to which the test no longer refers when all becomes quiet.
@MainActor
@Suite struct KeptStoreTests {
  /// A list of uploaded names.
  private func makeList(_ bench: TestBench) -> Store<[String], String> {
    Store(initialState: [], options: bench.options) { (names: inout [String], name: String) in
      names.append(name)
      return .none
    }
  }

  /// An uploader, which only its test refers to.
  private func makeUploader(_ bench: TestBench, to list: Store<[String], String>) -> Store<String?, String> {
    Store(initialState: nil, options: bench.options) { (running: inout String?, name: String) -> Effect<String> in
      running = name
      return .run { _ in
        try await EffectClock.current.sleep(for: .seconds(1))
        await list.send(name)
      }
    }
  }

  @Test func `a store that was alive after the last step does its work until all is quiet`() async {
    let exploration = await exploreSchedules(seeds: 0..<20, time: .latency(0...2)) { bench in
      let list = makeList(bench)
      let uploader = makeUploader(bench, to: list)
      bench.finally(list, "each photo is uploaded") { $0.sorted() == ["a", "b"] }
      await bench.step("uploads a") { uploader.send("a") }
      await bench.stepsInAnyOrder {
        $0.step("uploads b", at: .milliseconds(500), within: .seconds(1)) { uploader.send("b") }
      }
    }
    #expect(exploration.agrees, "\(exploration)")
  }

  @Test func `a store that ends in a step, or between two steps, is not kept`() async throws {
    for endsInStep in [true, false] {
      let bench = TestBench()
      let list = makeList(bench)
      var uploader: Store<String?, String>? = makeUploader(bench, to: list)
      bench.finally(list, "nothing is uploaded") { $0.isEmpty }
      await bench.step("uploads a") { uploader?.send("a") }
      if !endsInStep { uploader = nil }
      await bench.step("closes the screen", at: .milliseconds(500)) { uploader = nil }
      try await bench.finish()
    }
  }

  @Test func `no store is kept longer than the bench's end`() async throws {
    weak var last: Store<[String], String>?
    weak var executor: TestExecutor?
    func play() async throws {
      let bench = TestBench()
      executor = bench.executor
      // It refers to the bench, and the bench to it.
      let store = Store(initialState: [], options: bench.options) { (names: inout [String], name: String) in
        names.append(name + "\(bench.clock.now.offset)")
        return Effect<String>.none
      }
      last = store
      await bench.step("adds a") { store.send("a") }
      try await bench.finish()
    }
    try await play()
    #expect(last == nil)
    #expect(executor == nil)
  }
}
