import FeatureEngine
import Testing
import _StoreTestSupport

@MainActor
@Suite struct ActionHandlerTests {
  @Test func `a handler can be called without a store`() async {
    let handler = ActionHandler<String, Notes> { action, state in
      state.lines.append(action)
      return action == "load" ? .run(id: "load") { _ in Issue.record("nobody starts it") } : .none
    }
    let state = Notes()
    #expect(await !handler.handle(action: "load", state: state).isNone)
    #expect(await handler.handle(action: "note", state: state).isNone)
    #expect(state.lines == ["load", "note"])
  }

  @Test func `a handler that suspends can be called without a store, too`() async {
    let gate = Gate()
    let handler = ActionHandler<String, Notes> { action, state in
      await gate.pass()
      state.lines.append(action)
      return .send("next")
    }
    let state = Notes()
    gate.open()
    #expect(await !handler.handle(action: "load", state: state).isNone)
    #expect(state.lines == ["load"])
  }

  @Test func `middleware, transforms and onError take part when a handler is called without a store`() async {
    let log = Log()
    let handler = ActionHandler<String, Notes> { action, state in
      log.add("handle")
      if action == "throw" { throw Refused() }
      return .none
    }
    .use(Named("a", log)).use(Synchronous("b", log))
    .transform { task in
      log.add("transform")
      return .concatenate(task, .send("appended"))
    }
    .onError { error, state in state.lines.append("\(error)") }
    let state = Notes()
    #expect(await !handler.handle(action: "note", state: state).isNone)
    #expect(
      log.lines == [
        "a before note at notes", "b before note at notes", "handle", "transform", "a after note at notes",
        "b after note at notes",
      ]
    )
    log.clear()
    #expect(await handler.handle(action: "throw", state: state).isNone)
    #expect(
      log.lines == [
        "a before throw at notes", "b before throw at notes", "handle", "a error Refused()", "b error Refused()",
      ]
    )
    #expect(state.lines == ["Refused()"])
  }

  @Test func `a veto does not change the state`() async {
    let handler = ActionHandler<String, Notes> { _, state in
      state.count += 1
      return .send("next")
    }
    .use(Named("guard", Log(), vetoes: true))
    let state = Notes()
    #expect(await handler.handle(action: "note", state: state).isNone)
    #expect(state.count == 0)
  }

  @Test func `a method returns a changed copy`() async {
    let log = Log()
    let plain = ActionHandler<String, Notes> { _, _ in throw Refused() }
    let changed = plain.use(Named("a", log)).onError { _, _ in log.add("onError") }.transform { $0 }
    _ = await plain.handle(action: "note", state: Notes())
    #expect(log.lines.isEmpty)
    _ = await changed.handle(action: "note", state: Notes())
    #expect(log.lines.last == "onError")
  }

  private static func handleFailures() async {
    let handler = ActionHandler<String, Notes> { _, _ in throw Refused() }
    _ = await handler.handle(action: "unhandled", state: Notes())
    _ = await handler.onError { _, _ in }.handle(action: "handled", state: Notes())
  }

  // It was dropped in silence, so that a test of a handler did not show that it failed.
  @Test func `without onError the error of a handler that is called without a store is logged`() async {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardErrorContent, \.standardOutputContent]
    ) {
      await ActionHandlerTests.handleFailures()
    }
    let output = (result?.standardErrorContent ?? []) + (result?.standardOutputContent ?? [])
    let text = String(decoding: output, as: UTF8.self)
    #expect(text.contains("error StoreEngines.ActionHandler.handle:"))
    #expect(text.contains("the handling of the action unhandled threw Refused(), and nothing handles it."))
    #expect(!text.contains("the action handled threw"))
  }
}
