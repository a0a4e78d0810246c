import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Who has ended an effect: how, because of what, and where.
@MainActor
@Suite struct EffectEnderTests {
  private let executor = TestExecutor()
  private let events = RecordedEvents()

  private func store(
    _ name: String = "a",
    _ script: @escaping @MainActor (String) -> EffectProgram<String> = { _ in .none }
  ) -> ScriptStore<String> {
    ScriptStore(options: StoreOptions(name: name, executor: executor, observers: [events])) { action in
      action.hasPrefix("wait") ? waiting(action) : script(action)
    }
  }

  /// The effect of each name that was cancelled or replaced, and what has ended it.
  private func ends() -> [String] {
    events.all.compactMap { event in
      guard case .effectEnded(let info, let outcome) = event.kind else { return nil }
      let words = event.ender.map { "\($0)".replacing(/#\d+/, with: "#N") } ?? "\(outcome)"
      return "\(info.id.map { "\($0)" } ?? "?") \(words)"
    }
  }

  /// The place of a line of this file, as the end of a sentence.
  private func at(_ line: Int) -> String { ", at \(#fileID):\(line)" }

  // MARK: Calls

  @Test func `a cancel by a call tells its names and its place`() {
    let store = store()
    store.send("wait")
    store.cancel(id: "wait")
    let line = #line - 1
    store.send("wait")
    store.cancel(ids: ["wait", "other"])
    store.send("wait")
    store.cancel(.matching { $0 == "wait" })
    store.send("wait")
    store.cancelAll()
    #expect(
      ends() == [
        "wait by a cancel of 'wait'\(at(line))",
        "wait by a cancel of 'wait', 'other'\(at(line + 3))",
        "wait by a cancel of the names that satisfy a condition\(at(line + 5))",
        "wait by a cancel of all effects\(at(line + 7))",
      ]
    )
  }

  @Test func `a cancel of a handle or of a mark tells its place`() {
    let mark = EffectMark()
    let store = store { _ in waiting("marked").marked(by: mark) }
    let handle = store.send("wait")
    handle.cancel()
    let line = #line - 1
    store.send("mark")
    mark.cancel()
    #expect(ends() == ["wait by a cancel of a handle\(at(line))", "marked by a cancel of a mark\(at(line + 3))"])
  }

  @Test func `a cancel that is a function value has no place`() {
    let store = store()
    let cancels: [@MainActor (SendHandle) -> () -> Void] = [{ $0.cancel }, { _ in store.cancelAll }]
    for cancel in cancels { cancel(store.send("wait"))() }
    #expect(ends() == ["wait by a cancel of a handle", "wait by a cancel of all effects"])
  }
}

/// An effect of a name that lasts until it is cancelled.
private func waiting(_ name: String) -> EffectProgram<String> {
  .run(EffectOptions(id: EffectID(name))) { _ in try await untilCancelled() }
}
