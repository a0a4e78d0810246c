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

  // MARK: Programs

  @Test func `a cancel of a program tells its action and the place of the send`() {
    let mark = EffectMark()
    let store = store { action in
      switch action {
      case "row": waiting("load").scoped(to: "row").marked(by: mark)
      case "names": .cancel(.ids(["wait", "other"]))
      case "condition": .cancel(.matching { $0 == "wait" })
      case "all": .cancel(.all)
      case "scope": .cancel(.scope("row"))
      case "name in scope": EffectProgram.cancel(.id("load")).scoped(to: "row")
      case "all in scope": EffectProgram.cancel(.all).scoped(to: "row")
      case "departed": .cancel(.departed([EffectScope("row")]))
      case "mark": .cancel(.marked(by: mark))
      default: .none
      }
    }
    let ways = [
      ("names", "by a cancel of 'wait', 'other'"), ("condition", "by a cancel of the names that satisfy a condition"),
      ("all", "by a cancel of all effects"), ("scope", "by a cancel of the scope 'row'"),
      ("name in scope", "by a cancel of 'row/load'"), ("all in scope", "by a cancel of all effects"),
      ("departed", "as its child has departed"), ("mark", "by a cancel of a mark"),
    ]
    var expected: [String] = []
    for (number, (action, way)) in ways.enumerated() {
      let isOfRow = number > 2
      store.send(isOfRow ? "row" : "wait")
      store.send(action)
      expected.append("\(isOfRow ? "row/load" : "wait") \(way), because of action \(2 * number + 2)\(at(#line - 1))")
    }
    #expect(ends() == expected)
  }

  @Test func `a cancel that a launched program makes tells the place of the launch`() {
    let store = store()
    store.send("wait")
    store.launch(.cancel(.id("wait")))
    #expect(ends() == ["wait by a cancel of 'wait'\(at(#line - 1))"])
  }

  // MARK: Policies

  @Test func `a newer effect tells itself, its action and the place of the send`() throws {
    let store = store()
    store.send("wait")
    store.send("wait")
    let line = #line - 1
    let tokens = events.all.compactMap { if case .effectStarted(let info) = $0.kind { info.token } else { nil } }
    let end = try #require(events.all.first { $0.ender != nil })
    guard case .effectEnded(let info, .replaced) = end.kind, case .replacement(let newer?) = end.ender?.way else {
      throw end.ender.map { Unexpected(way: "\($0)") } ?? Unexpected(way: "none")
    }
    #expect([info.token, newer] == tokens)
    #expect(ends() == ["wait by effect #N, because of action 2\(at(line))"])
    store.cancelAll()
  }

  @Test func `a program that takes the place of an effect tells its action`() {
    let store = store { _ in .merge([waiting("part"), waiting("other")]).cancellable(id: "wait") }
    store.send("wait")
    store.send("program")
    #expect(ends() == ["wait by a program of its name, because of action 2\(at(#line - 1))"])
    store.cancelAll()
  }

  @Test func `a held effect tells itself when it takes a place, and when a newer one takes its own`() async throws {
    let clock = TestClock(executor: executor)
    let options = StoreOptions(executor: executor, clock: clock, observers: [events])
    let store = ScriptStore(String.self, options: options)
    let work = waiting("work").throttle(id: "work", for: .seconds(1), edges: .both)
    for _ in 0..<3 { store.launch(work) }
    let line = #line - 1
    await clock.advance(by: .seconds(1))
    #expect(ends() == ["work by effect #N\(at(line))", "work by effect #N\(at(line))"])
    let tokens = events.all.compactMap { if case .effectStarted(let info) = $0.kind { info.token } else { nil } }
    let last = events.all.last { $0.ender != nil }?.ender
    guard case .replacement(tokens.last) = last?.way else { throw Unexpected(way: "\(String(describing: last))") }
    store.cancelAll()
    await store.settle()
  }

  // MARK: Stores

  @Test func `a store that stops, ends or is released tells that`() {
    var store: ScriptStore<String>? = store()
    store?.send("wait")
    store?.runtime.stop()
    store?.runtime.start()
    store?.send("wait")
    store?.runtime.end()
    store = self.store("b")
    store?.send("wait")
    store = nil
    #expect(ends() == ["wait as its store was stopped", "wait as its store has ended", "wait as its store has ended"])
  }

  @Test func `a store that stops itself tells the action of the handler that stops it`() {
    let link = RuntimeLink<String>()
    let store = store { action in
      if action == "stop" { link.runtime?.stop() }
      return .none
    }
    link.runtime = store.runtime
    store.send("wait")
    store.send("stop")
    #expect(ends() == ["wait as its store was stopped, because of action 2"])
  }

  @Test func `what owns a program tells that it has ended`() {
    let owner = ProgramOwner()
    let store = store()
    store.launch(waiting("load").owned(by: owner))
    store.launch(.run { _ in try await untilCancelled() }.owned(by: owner))
    store.runtime.table.cancel(owner.selector)
    #expect(ends() == ["? as its owner has ended", "load as its owner has ended"])
  }

  @Test func `an interceptor that cancels an effect tells that`() async {
    struct Cancelling: EffectInterceptor {
      func intercept(_ attempt: EffectAttempt) async throws { attempt.cancel() }
    }
    var options = StoreOptions(executor: executor, observers: [events])
    options.effectInterceptor = Cancelling()
    let store = ScriptStore(String.self, options: options) { waiting($0) }
    store.send("wait")
    await store.settle()
    #expect(ends() == ["wait by an interceptor, because of effect #N"])
  }

  // MARK: Callers

  @Test func `a handle that a handler cancels tells the handler's action`() {
    var handle: SendHandle?
    let store = store { _ in
      handle?.cancel()
      return .none
    }
    handle = store.send("wait")
    store.send("cancel")
    let line = #line - 5
    #expect(ends() == ["wait by a cancel of a handle, because of action 2\(at(line))"])
  }

  @Test func `an effect that cancels another one tells itself`() async {
    let link = RuntimeLink<String>()
    let store = store { _ in .run(EffectOptions(id: "work")) { _ in await link.runtime?.cancel(.id("wait")) } }
    link.runtime = store.runtime
    store.send("wait")
    store.send("cancel")
    await store.settle()
    #expect(ends() == ["wait by a cancel of 'wait', because of effect #N", "work finished"])
    store.cancelAll()
  }

  @Test(arguments: ["handler", "effect", "mark", "stop", "release"])
  func `a cancel by another store tells that store`(how: String) async {
    var store: ScriptStore<String>? = store()
    let mark = EffectMark()
    let handle = store?.send("wait")
    store?.launch(waiting("marked").marked(by: mark))
    let other = self.store("b") { _ in
      switch how {
      case "handler": handle?.cancel(at: .unknown)
      case "effect": return .run(EffectOptions(id: "work")) { _ in handle?.cancel(at: .unknown) }
      case "mark": return .cancel(.marked(by: mark))
      case "stop": store?.runtime.stop()
      default: store = nil
      }
      return .none
    }
    let line = #line + 1
    other.send("do")
    await other.settle()
    let action = "because of action 1 of store 'b'"
    let ended = ends().filter { !$0.hasPrefix("work") }
    switch how {
    case "handler": #expect(ended == ["wait by a cancel of a handle, \(action)"])
    case "effect": #expect(ended == ["wait by a cancel of a handle, because of effect #N of store 'b'"])
    case "mark": #expect(ended == ["marked by a cancel of a mark, \(action)\(at(line))"])
    case "stop":
      #expect(ended == ["wait as its store was stopped, \(action)", "marked as its store was stopped, \(action)"])
    default: #expect(ended == ["wait as its store has ended, \(action)", "marked as its store has ended, \(action)"])
    }
    store?.cancelAll()
  }

  @Test func `a cancel by an unobserved store tells nothing of it`() {
    let store = store()
    let handle = store.send("wait")
    let other = ScriptStore(String.self) { _ in
      handle.cancel(at: .unknown)
      return .none
    }
    other.send("do")
    #expect(ends() == ["wait by a cancel of a handle"])
  }
}

private struct Unexpected: Error { let way: String }

/// An effect of a name that lasts until it is cancelled.
private func waiting(_ name: String) -> EffectProgram<String> {
  .run(EffectOptions(id: EffectID(name))) { _ in try await untilCancelled() }
}
