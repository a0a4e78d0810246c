import EffectViewEngine
import StoreTesting
import Testing
import _StoreTestSupport

/// Test stores that give their stores the options for a test.
@MainActor
@Suite struct MakingTests {
  @Test func `a test store's options have an executor and the effects' clock`() async {
    let store = TestStore(waitLimit: .zero) { options in
      ScriptStore<String>(options: options) { word in
        word == "a" ? .task { "b" }.delay(for: .seconds(1)) : .none
      }
    }
    await store.send("a") { $0 = ["a"] }
    #expect(store.clock.deadlines == [TestClock.Instant(offset: .seconds(1))])
    await store.clock.advance(by: .seconds(1))
    await store.receive("b") { $0 = ["a", "b"] }
    await store.finish()
  }

  @Test func `a test store made with options can observe a part of the state`() async {
    let store = TestStore(observing: \.count, exhaustivity: .off, waitLimit: .zero) {
      EffectHost(state: "", options: $0) { (text: inout String, event: String) in
        text += event
        return nil as Effect<String, Void>?
      }
    }
    store.store.appear()
    await store.send("abc") { $0 = 3 }
    await store.finish()
  }

  @Test func `a test store has the clock of a store that was made before`() async {
    let bench = TestBench()
    let store = TestStore(ScriptStore<String>(options: bench.options) { _ in .none })
    #expect(store.clock === bench.clock)
  }

  @Test func `a store made without the given options is reported where the test store was made`() async {
    let line = #line + 3
    var store: Script.Tested?
    let reports = await reports {
      store = TestStore(waitLimit: .zero) { _ in ScriptStore<String> { _ in .none } }
    }
    #expect(
      reports == [
        Reported(
          text: """
            A test store was given a store without the options that were made for the test.

            No test executor runs the store's effects: they take real time, and the test may differ from run to run.

            Make the store with the options of the test store: 'TestStore { Store(…, options: $0, …) }'.
            """,
          line: UInt(line),
          file: #fileID
        )
      ]
    )
    await store?.finish()
  }

  @Test func `a clock for another executor than the store's is reported where the test store was made`() async {
    let line = #line + 2
    let reports = await reports {
      let store = TestStore(waitLimit: .zero) { options in
        var options = options
        options.executor = TestExecutor(seed: 7)
        return ScriptStore<String>(options: options) { _ in .none }
      }
      await store.finish()
      // Made before, without the test store's options.
      _ = TestStore(store.store, waitLimit: .zero)
    }
    #expect(reports.count == 2)
    #expect(
      reports.first
        == Reported(
          text: """
            A test store was given a store whose clock is for another executor.

            An advance of the clock settles that executor, and does not wait for what the store's effects do.

            Make the clock for the executor in the store's options: 'TestClock(executor: executor)'.
            """,
          line: UInt(line),
          file: #fileID
        )
    )
    #expect(reports.last?.text == reports.first?.text)
  }

  @Test(arguments: [true, false])
  func `a clock whose executor is not the store's is reported once`(isMadeBefore: Bool) async {
    let line = #line + 5
    let reports = await reports {
      @MainActor func make() -> ScriptStore<String> {
        ScriptStore(options: StoreOptions(clock: TestClock(executor: TestExecutor()))) { _ in .none }
      }
      let store = isMadeBefore ? TestStore(make()) : TestStore { _ in make() }
      await store.finish()
    }
    #expect(
      reports == [
        Reported(
          text: """
            A test store was given a store with a 'TestClock' and without its executor.

            No step can tell that an effect sleeps on the clock: each waits for its end, up to the settling limit.

            Make the store with the options of the test store, 'TestStore { Store(…, options: $0, …) }', or put both in \
            its own: 'StoreOptions(executor: executor, clock: TestClock(executor: executor))'.
            """,
          line: UInt(line),
          file: #fileID
        )
      ]
    )
  }

  @Test func `reading the clock of a store without a test clock is reported`() async {
    let line = #line + 1
    let store = TestStore(Script().store, waitLimit: .zero)
    var clock: TestClock?
    let reports = await reports { clock = store.clock }
    #expect(
      reports == [
        Reported(
          text: """
            The clock of a test store was read, but its store has another one, or none.

            There is no 'TestClock' in the store's options: no effect waits by the clock that is returned instead.

            Make the store with the options of the test store: 'TestStore { Store(…, options: $0, …) }'.
            """,
          line: UInt(line),
          file: #fileID
        )
      ]
    )
    await clock?.advance(by: .seconds(1))
    #expect(clock?.now == TestClock.Instant(offset: .seconds(1)))
  }
}
