import ElmEngine
import StoreTesting
import Testing
import _StoreTestSupport

/// Stores without an owner, which debug builds report.
@MainActor
@Suite struct ReleasedStoreTests {
  private let issues = Recorder<RuntimeIssue>()

  private var options: StoreOptions {
    StoreOptions(name: "feed", onIssue: { [issues] in issues.record($0) })
  }

  private func makeStore() -> Store<Int, String> {
    Store(initialState: 0, options: options) { state, action in
      switch action {
      case "load": (state + 1, .cancellable({ try await Task.forever() }, "load"))
      default: (state + 1, .none)
      }
    }
  }

  @Test func `a store without an owner is reported, with the place of the send`() throws {
    let line = UInt(#line) + 1
    makeStore().send("load")
    guard isDebugBuild else { return }
    let issue = try #require(issues.values.first)
    #expect(issues.values.count == 1)
    guard case .storeReleased(let effects) = issue.kind else {
      Issue.record("\(issue)")
      return
    }
    #expect(effects == ["the effect 'load'"])
    #expect(issue.location?.line == line)
    #expect(
      issue.message == """
        A store was released in the turn in which it launched the effect 'load'; that work ended with it.

        Nothing keeps the store alive: neither its effects nor actions on their way do.

        Keep the store in a property for as long as it has to work; if it is meant to end, cancel its effects first.
        """
    )
  }

  @Test func `a store of a composed reducer without an owner is reported, too`() {
    let reducer = ComposedReducer<Int, String> { _, _ in .cancellable({ try await Task.forever() }, "load") }
    Store(initialState: 0, options: options, reducer: reducer).send("load")
    let effects: [[String]] = issues.values.compactMap {
      if case .storeReleased(let effects) = $0.kind { Array(effects) } else { nil }
    }
    #expect(effects == (isDebugBuild ? [["the effect 'load'"]] : []))
  }

  @Test func `an action enqueued to a store without an owner is reported, too`() throws {
    let line = UInt(#line) + 1
    makeStore().enqueue("load")
    var store: Store<Int, String>? = makeStore()
    store?.enqueue("load")
    #expect(store?.state == 0)
    store = nil
    guard isDebugBuild else { return #expect(issues.values.isEmpty) }
    let issue = try #require(issues.values.first)
    #expect(issues.values.count == 1)
    guard case .storeReleased(let actions) = issue.kind else {
      Issue.record("\(issue)")
      return
    }
    #expect(actions == ["the action 'load'"])
    #expect(issue.location?.line == line)
    #expect(issue.message.contains("in the turn in which it was sent the action 'load'; that work ended with it."))
  }

  @Test func `a report of much lost work lists the first eight entries`() throws {
    let store = makeStore()
    for number in 1...10 { store.enqueue("\(number)") }
    _ = consume store
    guard isDebugBuild else { return }
    let message = try #require(issues.values.first?.message)
    #expect(message.contains("was sent the action '1', the action '2',"))
    #expect(message.contains("the action '8' and 2 more; that work ended with it."))
  }

  @Test func `an action enqueued to a store that stays alive is handled, and nothing is reported`() async {
    var store: Store<Int, String>? = makeStore()
    store?.enqueue("other")
    await Task.detached { @MainActor in }.value
    #expect(store?.state == 1)
    store = nil
    #expect(issues.values.isEmpty)
  }

  @Test func `a wait for the handle of a store without an owner does not keep the store`() async {
    await makeStore().send("load").value
    #expect(issues.values.count == (isDebugBuild ? 1 : 0))
  }

  /// The use of a store before it is released.
  @Test(arguments: [
    "nothing launched", "read", "asked", "counted", "cancelled", "subscribed", "values", "actions", "told", "observed",
  ])
  func `a store that was used in other ways, or launched nothing, may be released at any time`(look: String) {
    var store: Store<Int, String>? = makeStore()
    store?.send(look == "nothing launched" ? "other" : "load")
    switch look {
    case "read": #expect(store?.state == 1)
    case "asked": #expect(store?.isTaskRunning(id: "load") == true)
    case "counted": #expect(store?.runningTaskCount == 1)
    case "cancelled": store?.cancel("load")
    case "subscribed": store?.subscribe { _ in }
    case "values": _ = store?.values(of: \.self)
    case "actions": _ = store?.actions
    case "told": store?.runtime.whenEnded {}
    case "observed": store?.runtime.observe(RecordedEvents())
    default: break
    }
    store = nil
    #expect(issues.values.isEmpty)
  }

  @Test func `a store that outlives the turn may be released at any time`() async {
    var store: Store<Int, String>? = makeStore()
    store?.send("load")
    await Task.detached { @MainActor in }.value
    store = nil
    #expect(issues.values.isEmpty)
  }

  @Test func `a store with an observer is not reported`() {
    var options = options
    options.observers = [RecordedEvents()]
    Store<Int, String>(initialState: 0, options: options) { state, _ in
      (state, .cancellable({ try await Task.forever() }, "load"))
    }
    .send("load")
    #expect(issues.values.isEmpty)
  }
}

extension Task where Success == Never, Failure == Never {
  /// Suspends until the task is cancelled.
  fileprivate static func forever() async throws -> Never {
    for await _ in AsyncStream.makeStream(of: Never.self).stream {}
    throw Swift.CancellationError()
  }
}
