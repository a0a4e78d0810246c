import Logging
import StoreCore
import StoreTesting
import Synchronization
import Testing
import _StoreTestSupport

/// Promise 11: errors are never printed or swallowed.
@MainActor
@Suite struct ErrorTests {
  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let executor = TestExecutor()

  private func failing(_ options: StoreOptions) -> ScriptStore<String> {
    ScriptStore(options: options) { action in
      .task(EffectOptions(id: EffectID(action))) { throw Failure(description: "no network") }
    }
  }

  @Test func `an error that nothing catches reaches the store's hook`() async {
    let seen = Mutex<[String]>([])
    let store = failing(
      StoreOptions(
        executor: executor,
        onError: { error, info in
          MainActor.assertIsolated()
          seen.withLock { $0.append("\(error) in \(info.id?.description ?? "")") }
        }
      )
    )
    store.send("load")
    await store.settle()
    #expect(seen.withLock { $0 } == ["no network in load"])
    #expect(store.runningTaskCount == 0)
  }

  @Test func `without a hook it is logged at error level with the effect's id`() async {
    let log = RecordedLog()
    let store = failing(StoreOptions(executor: executor, logger: log.logger))
    store.send("load")
    await store.settle()
    #expect(log.entries.map(\.message) == ["An effect failed, and nothing catches its error: no network"])
    #expect(log.entries.map(\.level) == [.error])
    #expect(log.entries.map { $0.metadata["effect.id"] } == ["load"])
  }

  @Test func `a caught error reaches nobody else`() async {
    let log = RecordedLog()
    let options = StoreOptions(executor: executor, logger: log.logger)
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      guard action == "load" else { return .none }
      return .task { throw Failure(description: "no network") }.catch { .emit("caught \($0)") }
    }
    await store.send("load").value
    #expect(store.state == ["load", "caught no network"])
    #expect(log.entries.isEmpty)
  }

  @Test func `the hook may send`() async {
    let holder = Mutex<ScriptStore<String>?>(nil)
    let options = StoreOptions(onError: { _, _ in holder.withLock { $0 }?.send("from the hook") })
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      action == "load" ? .task { throw Failure(description: "") } : .none
    }
    holder.withLock { $0 = store }
    await store.send("load").value
    await store.settle()
    #expect(store.state == ["load", "from the hook"])
    holder.withLock { $0 = nil }
  }
}
