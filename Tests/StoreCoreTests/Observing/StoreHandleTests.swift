import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// The way from an observer back to a store.
@MainActor
@Suite struct StoreHandleTests {
  private final class Handles: RuntimeObserver {
    let all = Locked<[StoreHandle]>([])
    private let onBegin: @MainActor @Sendable (StoreHandle) -> Void

    init(onBegin: @escaping @MainActor @Sendable (StoreHandle) -> Void = { _ in }) {
      self.onBegin = onBegin
    }

    func begin(_ store: StoreHandle) {
      all.withLock { $0.append(store) }
      onBegin(store)
    }

    func receive(_ event: RuntimeEvent) {}
  }

  private let handles = Handles()
  private let events = RecordedEvents()

  private func store(
    _ script: @escaping @MainActor (String) -> EffectProgram<String> = { _ in .none }
  ) -> ScriptStore<String> {
    let store = ScriptStore(options: StoreOptions(observers: [handles, events]), script: script)
    store.runtime.shareState { [weak store] in (store?.state ?? []) as [String] }
    return store
  }

  private var handle: StoreHandle {
    get throws { try #require(handles.all.withLock { $0.last }) }
  }

  @Test func `an observer begins once for each store and each time that it is added`() {
    let first = store()
    let second = store()
    #expect(handles.all.withLock { $0.map(\.identity) } == [first, second].map(\.runtime.identity))
    first.send("a")
    first.runtime.observe(handles)
    #expect(handles.all.withLock { $0.map(\.identity) } == [first, second, first].map(\.runtime.identity))
  }

  @Test func `a handle does not keep its store`() throws {
    var store: ScriptStore<String>? = store()
    weak let released = store?.runtime
    let handle = try handle
    store = nil
    #expect(released == nil)
    #expect(handle.state == nil)
    #expect(handle.send("late", at: CallSite()) == nil)
    handle.cancel(.all, at: CallSite())
  }

  @Test func `a handle sends with a place, and reads the state`() async throws {
    let store = store { _ in .task(EffectOptions(id: "work")) { try await untilCancelled() } }
    let place = CallSite()
    let sent = try #require(try handle.send("a", at: place))
    #expect(store.state == ["a"])
    #expect(try handle.state as? [String] == ["a"])
    #expect(events.all.first?.location == place)
    #expect(!sent.isFinished)
    sent.cancel()
    #expect(sent.isFinished && store.runtime.runningTaskCount == 0)
  }

  @Test func `a handle cancels with a place`() throws {
    let store = store { _ in .task(EffectOptions(id: "work")) { try await untilCancelled() } }
    store.send("a")
    let place = CallSite()
    try handle.cancel(.id("work"), at: place)
    #expect(store.runtime.runningTaskCount == 0)
    let ended = events.all.first { if case .effectEnded = $0.kind { true } else { false } }
    #expect(ended?.ender?.location == place)
  }

  @Test func `an action of another type is refused`() throws {
    let store = store()
    #expect(try handle.send(1, at: CallSite()) == nil)
    #expect(try handle.send(Optional<String>.none, at: CallSite()) == nil)
    #expect(store.state.isEmpty)
    #expect(events.all.isEmpty)
  }

  @Test func `an action that is a protocol takes each of its types`() throws {
    let store = ScriptStore((any Command).self, options: StoreOptions(observers: [handles])) { _ in .none }
    #expect(try handle.actionType == (any Command).self)
    #expect(try handle.send(First(), at: CallSite()) != nil)
    #expect(try handle.send(Second(), at: CallSite()) != nil)
    #expect(try handle.send("third", at: CallSite()) == nil)
    #expect(store.state.count == 2)
  }

  private protocol Command: Sendable {}
  private struct First: Command {}
  private struct Second: Command {}

  @Test func `the state is not read while an action is handled`() throws {
    var states: [Any?] = []
    let store = store { [handles] _ in
      states = [handles.all.withLock { $0.last }?.state]
      return .none
    }
    store.send("a")
    #expect(states.count == 1 && states.allSatisfy { $0 == nil })
    #expect(try handle.state != nil)
  }

  @Test func `what an observer sends as a store is made is handled later`() async {
    var sent: [Bool] = []
    let early = Handles { store in sent.append(store.send("early", at: CallSite())?.isFinished == false) }
    var handled: [String] = []
    let runtime = Runtime<String>(options: StoreOptions(observers: [early])) { action in
      handled.append(action)
      return .none
    }
    #expect(handled.isEmpty && sent == [true])
    await runtime.settle()
    #expect(handled == ["early"])
  }

  @Test func `a scoped store's observer is given the whole store`() throws {
    let store = store()
    let scope = store.runtime.scoped(to: nil, embed: { (number: Int) in "\(number)" }, extract: nil, child: { nil })
    scope.observe(handles)
    #expect(try handle.actionType == String.self)
    try handle.send("whole", at: CallSite())
    #expect(store.state == ["whole"])
  }
}
