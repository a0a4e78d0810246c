import EffectViewEngine
import ElmEngine
import FeatureEngine
import Foundation
import ReduxBridge
import StoreCore
import StoreRecording
import Testing
import _StoreTestSupport

@testable import StoreInspector

/// What the real server answers of stores of all engines.
@MainActor
@Suite struct LookingTests {
  @Test func `the page is sent without a token and without data`() async throws {
    try await Bench.with { bench in
      let store = Search.store()
      _ = bench.watch(store)
      store.send(.typed("a-word-of-the-state"))
      let page = try await bench.ask(bench.request("/", token: nil))
      #expect(page.status == 200)
      #expect(page.headers["content-type"] == "text/html; charset=utf-8")
      #expect(page.body.contains("</html>"))
      #expect(!page.body.contains("a-word-of-the-state") && !page.body.contains(Bench.token))
      let other = try await bench.ask(bench.request("/", token: nil))
      #expect(page.headers["content-security-policy"] != other.headers["content-security-policy"])
    }
  }

  @Test func `hello lists the stores of all engines with their types`() async throws {
    try await Bench.with(control: true) { bench in
      let (search, profile, timer, cart) = (Search.store(), Profile.store(), Timer.store(), Cart.store())
      let numbers = [bench.watch(search), bench.watch(profile), bench.watch(timer), bench.watch(cart)]
      search.send(.typed("a"))
      profile.send(.renamed("b"))
      timer.send(.tick)
      cart.send(action: .add("c"))
      let hello = try await bench.get("/v1/hello")
      #expect(hello.int("format") == SessionWriter.format)
      #expect(hello.json["control"] as? Bool == true)
      #expect(hello.string("process") == ProcessInfo.processInfo.processName)
      #expect(hello.int("pid") == Int(ProcessInfo.processInfo.processIdentifier))
      #expect(hello.int("first") == 1)
      #expect(hello.int("last") == Int(bench.responder.recorder.lastNumber))
      #expect((hello.int("now") ?? 0) > 0)
      let stores = hello.objects("stores")
      #expect(stores.map { $0["store"] as? Int } == numbers)
      #expect(stores.map { $0["name"] as? String } == ["search", "profile", "timer", "cart"])
      let engines = ["ElmEngine.Store", "FeatureEngine.Store", "EffectViewEngine.EffectHost", "ReduxBridge.Store"]
      #expect(stores.map { $0["engine"] as? String } == engines)
      #expect(stores.map { $0["actions"] as? String } == ["Action", "Action", "Event", "Action"])
      #expect(stores.map { $0["isObject"] as? Bool } == [false, true, false, false])
      #expect(stores.map { $0["jumps"] as? Bool } == [true, false, true, true])
      #expect(stores.map { $0["sends"] as? Bool } == [true, false, true, true])
    }
  }

  @Test func `a store that has ended is told, and looked at no more`() async throws {
    try await Bench.with(control: true) { bench in
      var store: Any? = nil
      let number = {
        let search = Search.store()
        search.send(.filled(1))
        store = search
        return bench.watch(search)
      }()
      #expect(try await bench.get("/v1/hello").objects("stores").first?["hasEnded"] == nil)
      store = nil
      withExtendedLifetime(store) {}
      let ended = try #require(try await bench.get("/v1/hello").objects("stores").first)
      #expect(ended["hasEnded"] as? Bool == true)
      #expect(ended["sends"] as? Bool == false && ended["jumps"] as? Bool == false)
      #expect(try await bench.get("/v1/effects").objects("effects").isEmpty)
      let refused = try await bench.order(#"{"send":{"store":\#(number),"action":{"filled":{"_0":1}}}}"#)
      #expect(refused.status == 409)
      #expect(refused.error.contains("has ended"))
    }
  }

  // MARK: Records

  @Test func `records come by number, with the stores that they are of`() async throws {
    try await Bench.with { bench in
      let store = Search.store()
      let number = bench.watch(store)
      store.send(.filled(3))
      store.send(.typed("sw"))
      let all = try await bench.get("/v1/records?after=0")
      let records = all.objects("records")
      let last = Int(bench.responder.recorder.lastNumber)
      #expect(records.map { $0["number"] as? Int } == Array(1...last))
      #expect(all.int("next") == last)
      #expect(all.int("lost") == 0)
      #expect(all.objects("stores").map { $0["store"] as? Int } == [number])
      let kinds = records.compactMap { $0["kind"] as? String }
      for kind in ["state", "actionHandled", "effectStarted"] { #expect(kinds.contains(kind)) }
      #expect(all.body.contains(#""text":"typed(\"sw\")""#))
      let some = try await bench.get("/v1/records?after=1&limit=2")
      #expect(some.objects("records").map { $0["number"] as? Int } == [2, 3])
      #expect(some.int("next") == 3)
      #expect(try await bench.get("/v1/records?after=99999").int("next") == last)
    }
  }

  @Test func `what is no longer kept is counted`() async throws {
    try await Bench.with(limits: Recorder.Limits(records: 10)) { bench in
      let store = Search.store()
      _ = bench.watch(store)
      for count in 0..<20 { store.send(.filled(count)) }
      let last = Int(bench.responder.recorder.lastNumber)
      let answer = try await bench.get("/v1/records?after=2")
      #expect(answer.int("lost") == last - 12)
      #expect(answer.objects("records").count == 10)
      #expect(try await bench.get("/v1/hello").int("first") == last - 9)
    }
  }

  @Test func `a request waits for the next record`() async throws {
    try await Bench.with { bench in
      let store = Search.store()
      _ = bench.watch(store)
      store.send(.filled(1))
      let last = bench.responder.recorder.lastNumber
      async let waiting = bench.get("/v1/records?after=\(last)&wait=10")
      await bench.clock.waitForSleeps(of: .seconds(10))
      store.send(.filled(2))
      let answer = try await waiting
      #expect(answer.objects("records").first?["number"] as? Int == Int(last) + 1)
      #expect(answer.body.contains("filled(2)"))
    }
  }

  @Test func `a wait ends with its time`() async throws {
    try await Bench.with { bench in
      bench.responder.recorder.note("one")
      async let waiting = bench.get("/v1/records?after=1&wait=3")
      await bench.clock.waitForSleeps(of: .seconds(3))
      bench.clock.wake(.seconds(3))
      let answer = try await waiting
      #expect(answer.objects("records").isEmpty)
      #expect(answer.int("next") == 1)
    }
  }

  @Test func `one wait more than eight is refused`() async throws {
    try await Bench.with { bench in
      try await withThrowingTaskGroup { group in
        for _ in 0..<Responder.waitLimit { group.addTask { try await bench.get("/v1/records?wait=9") } }
        await bench.clock.waitForSleeps(of: .seconds(9), count: Responder.waitLimit)
        let refused = try await bench.get("/v1/records?wait=9")
        #expect(refused.status == 503)
        #expect(refused.error.contains("8 requests wait"))
        bench.responder.recorder.note("go on")
        for try await reply in group { #expect(reply.objects("records").count == 1) }
      }
      #expect(try await bench.get("/v1/records?after=0&wait=9").status == 200)
    }
  }

  @Test func `an answer has a limit, and the next one the rest`() async throws {
    try await Bench.with { bench in
      // Each is six as JSON.
      let word = String(repeating: "\u{1}", count: 1_000)
      for _ in 0..<900 { bench.responder.recorder.note(word) }
      let first = try await bench.get("/v1/records")
      let next = try #require(first.int("next"))
      #expect(next < 900 && next > 0)
      #expect(first.body.utf8.count < Answer.limit)
      let rest = try await bench.get("/v1/records?after=\(next)")
      #expect(rest.int("next") == 900)
      #expect(first.objects("records").count + rest.objects("records").count == 900)
    }
  }

  @Test func `several requests share a connection`() async throws {
    try await Bench.with { bench in
      let connection = try Connection(to: bench.port)
      defer { connection.close() }
      for _ in 0..<3 {
        await connection.send(bench.request("/v1/hello"))
        #expect(await connection.reply()?.status == 200)
      }
    }
  }

  // MARK: Effects

  @Test func `effects say what they do, and whom they wait for`() async throws {
    try await Bench.with { bench in
      let store = Search.store()
      let number = bench.watch(store)
      store.send(.typed("a"))
      store.send(.upload(1))
      store.send(.upload(2))
      let effects = try await bench.get("/v1/effects").objects("effects")
      #expect(effects.map { $0["status"] as? String } == ["running", "running", "queued"])
      #expect(effects.allSatisfy { $0["store"] as? Int == number })
      #expect(effects.last?["behind"] as? [Int] == [try #require(effects[1]["effect"] as? Int)])
      store.cancelAll()
    }
  }

  @Test func `a suspended handler is named`() async throws {
    try await Bench.with { bench in
      let gate = Gate()
      let store = Cart.store(gate: gate)
      let number = bench.watch(store)
      store.send(action: .add("tea"))
      store.send(action: .checkOut)
      await gate.waitForArrivals(1)
      let suspended = try await bench.get("/v1/effects").objects("suspended")
      #expect(suspended.map { $0["store"] as? Int } == [number])
      #expect(suspended.map { $0["action"] as? Int } == [2])
      gate.open()
      await store.settle()
      #expect(try await bench.get("/v1/effects").objects("suspended").isEmpty)
    }
  }

  // MARK: States

  @Test func `a state is a tree, at any moment and from any part`() async throws {
    try await Bench.with { bench in
      let store = Search.store()
      let number = bench.watch(store)
      store.send(.filled(2))
      let before = bench.responder.recorder.lastNumber
      store.send(.renamed(1, "new"))
      let now = try await bench.get("/v1/state?store=\(number)")
      #expect(now.int("number") == Int(bench.responder.recorder.lastNumber))
      #expect(now.body.contains(#""text":"new""#) || now.body.contains("rows"))
      let part = try await bench.get("/v1/state?store=\(number)&path=.rows%5B1%5D")
      #expect(part.body.contains(#""new""#) || part.body.contains("new"))
      let old = try await bench.get("/v1/state?store=\(number)&at=\(before)&path=.rows%5B1%5D")
      #expect(old.int("number") == Int(before))
      #expect(old.body.contains("row 1") && !old.body.contains("new"))
      #expect(!now.body.contains("hunter2"))
      let none = try await bench.get("/v1/state?store=\(number)&path=.nothing")
      #expect(none.status == 404)
      #expect(none.error.contains("no part at '.nothing'"))
    }
  }

  @Test func `the state at an action is the one after it`() async throws {
    try await Bench.with { bench in
      let store = Search.store()
      let number = bench.watch(store)
      store.send(.filled(2))
      let action = bench.responder.recorder.lastNumber + 1
      store.send(.renamed(1, "new"))
      #expect(bench.responder.recorder.records(after: action - 1, limit: 1).records.first?.event?.kind.actionID != nil)
      let after = try await bench.get("/v1/state?store=\(number)&at=\(action)&path=.rows%5B1%5D")
      #expect(after.body.contains("new"))
      let found = try await bench.get("/v1/find?store=\(number)&at=\(action)&text=new")
      #expect(found.body.contains("rows"))
    }
  }

  @Test func `an object is shown by its properties`() async throws {
    try await Bench.with { bench in
      let store = Profile.store()
      let number = bench.watch(store)
      store.send(.renamed("Bob"))
      let state = try await bench.get("/v1/state?store=\(number)")
      #expect(state.body.contains("Bob"))
    }
  }

  @Test func `an unknown store is refused, and a state from before the first`() async throws {
    try await Bench.with(limits: Recorder.Limits(states: 1)) { bench in
      let unknown = try await bench.get("/v1/state?store=999999999")
      #expect(unknown.status == 404)
      #expect(unknown.error.contains("no store 999999999"))
      let store = Search.store()
      let number = bench.watch(store)
      for count in 0..<3 { store.send(.filled(count)) }
      let early = try await bench.get("/v1/state?store=\(number)&at=1")
      #expect(early.status == 404)
      #expect(early.error.contains("No state of 'search' is kept there"))
    }
  }

  @Test func `what an action changed is a list of parts`() async throws {
    try await Bench.with { bench in
      let store = Search.store()
      let number = bench.watch(store)
      store.send(.filled(2))
      store.send(.renamed(1, "new"))
      let at = bench.lastAction(of: number)
      let change = try await bench.get("/v1/change?store=\(number)&at=\(at)")
      let changes = change.objects("changes")
      #expect(changes.count == 1)
      #expect((changes.first?["path"] as? String)?.hasSuffix(".title") == true)
      #expect(changes.first?["before"] as? String == "row 1")
      #expect(changes.first?["after"] as? String == "new")
      #expect(change.int("after") ?? 0 > change.int("before") ?? 0)
      // Also by the record of the state itself.
      let same = try await bench.get("/v1/change?store=\(number)&at=\(change.int("after") ?? 0)")
      #expect(same.objects("changes").count == 1)
    }
  }

  @Test func `the first state has none before it`() async throws {
    try await Bench.with { bench in
      let store = Search.store()
      let number = bench.watch(store)
      store.send(.filled(2))
      // That of the first state.
      let change = try await bench.get("/v1/change?store=\(number)&at=1")
      #expect(change.status == 200)
      #expect(change.json["before"] == nil && change.objects("changes").isEmpty)
    }
  }

  @Test func `a record that changed nothing is refused`() async throws {
    try await Bench.with { bench in
      let store = Search.store()
      let number = bench.watch(store)
      store.send(.typed("a"))
      bench.responder.recorder.note("here")
      let records = bench.responder.recorder.recording.records
      let effect = records.last { $0.event?.kind.effect != nil }?.number ?? 0
      let last = records.last?.number ?? 0
      for at in [0, effect, last, 99_999] {
        let change = try await bench.get("/v1/change?store=\(number)&at=\(at)")
        #expect(change.status == 404)
        #expect(change.error.contains("No state is kept for the record \(at)"))
      }
      store.cancelAll()
    }
  }

  @Test func `a text is found with its path`() async throws {
    try await Bench.with { bench in
      let store = Search.store()
      let number = bench.watch(store)
      store.send(.filled(20))
      let answer = try await bench.get("/v1/find?store=\(number)&text=ROW%2017")
      #expect(answer.objects("found").map { $0["path"] as? String } == [".rows[17].title"])
      #expect(answer.objects("found").map { $0["text"] as? String } == ["row 17"])
      #expect(answer.json["isCut"] as? Bool == false)
      #expect(try await bench.get("/v1/find?store=\(number)&text=hunter").objects("found").isEmpty)
    }
  }

  // MARK: The whole recording

  @Test func `findings name their effect`() async throws {
    try await Bench.with { bench in
      let store = Search.store()
      let number = bench.watch(store)
      for count in 0..<30 { store.send(.typed("\(count)")) }
      let findings = try await bench.get("/v1/findings").objects("findings")
      let one = try #require(findings.first { $0["kind"] as? String == "neverEnds" })
      #expect(one["store"] as? Int == number)
      #expect(one["effect"] as? Int != nil)
      #expect((one["text"] as? String)?.contains("search") == true)
      store.cancelAll()
    }
  }

  @Test func `an effect says why it ran`() async throws {
    try await Bench.with { bench in
      let store = Search.store()
      _ = bench.watch(store)
      store.send(.typed("sw"))
      let started = bench.responder.recorder.recording.records.compactMap { $0.event?.kind.effectToken }.first
      let why = try await bench.get("/v1/why?effect=\(started?.rawValue ?? 0)")
      let lines = try #require(why.json["lines"] as? [String])
      #expect(lines.joined().contains("typed(\"sw\")"))
      #expect(lines.joined().contains("LookingTests.swift"))
      let unknown = try await bench.get("/v1/why?effect=999999999")
      #expect(unknown.status == 404)
      #expect(unknown.error.contains("No effect 999999999"))
      store.cancelAll()
    }
  }

  @Test func `the session is a file of lines, and the trace one of events`() async throws {
    try await Bench.with { bench in
      let store = Search.store()
      _ = bench.watch(store)
      store.send(.typed("sw"))
      let session = try await bench.get("/v1/session")
      #expect(session.headers["content-disposition"] == #"attachment; filename="session.jsonl""#)
      let lines = session.body.split(separator: "\n")
      #expect(lines.count == Int(bench.responder.recorder.lastNumber) + 2)
      #expect(lines.first == Substring(SessionWriter.hello))
      let trace = try await bench.get("/v1/trace")
      #expect(trace.headers["content-disposition"] == #"attachment; filename="trace.json""#)
      #expect(!trace.objects("traceEvents").isEmpty)
      store.cancelAll()
    }
  }

  @Test func `a session that is too long has its last records`() async throws {
    try await Bench.with { bench in
      let word = String(repeating: "\u{1}", count: 900)
      for number in 0..<1_000 { bench.responder.recorder.note("\(number) of \(word)") }
      let session = try await bench.get("/v1/session")
      #expect(session.status == 200)
      #expect(session.body.utf8.count < Answer.limit)
      #expect(session.body.contains("999 of ") && !session.body.contains("note\",\"text\":\"0 of "))
      #expect(try await bench.get("/v1/trace").body.utf8.count <= Answer.limit)
    }
  }
}
