import ElmEngine
import FeatureEngine
import ReduxBridge
import StoreCore
import Testing
import _StoreTestSupport

@testable import StoreInspector

/// What the real server does to stores, if it may.
@MainActor
@Suite struct ControlTests {
  @Test func `an action is sent as JSON`() async throws {
    try await Bench.with(control: true) { bench in
      let store = Search.store()
      let number = bench.watch(store)
      let reply = try await bench.order(#"{"send":{"store":\#(number),"action":{"filled":{"_0":3}}}}"#)
      #expect(reply.status == 200)
      #expect(reply.string("said") == "Sent filled(3) to 'search'.")
      #expect(store.state.rows.count == 3)
    }
  }

  @Test func `JSON that is no action is refused with its place`() async throws {
    try await Bench.with(control: true) { bench in
      let store = Search.store()
      let number = bench.watch(store)
      let orders = [#"{"filled":{"_0":"many"}}"#, #"{"filled":{}}"#, "{}", "7", #"{"typed":{"_0":null}}"#]
      for order in orders {
        let reply = try await bench.order(#"{"send":{"store":\#(number),"action":\#(order)}}"#)
        #expect(reply.status == 400)
        #expect(reply.error.contains("The JSON is no 'Action'"))
        #expect(reply.error.contains(#"{"typed":{"_0":"sw"}}"#))
      }
      #expect(store.state == Search.State())
    }
  }

  @Test func `actions that are not Decodable are resent only`() async throws {
    try await Bench.with(control: true) { bench in
      let store = Profile.store()
      let number = bench.watch(store)
      let refused = try await bench.order(#"{"send":{"store":\#(number),"action":{}}}"#)
      #expect(refused.status == 409)
      #expect(refused.error.contains("is not 'Decodable'"))
      store.send(.renamed("Bob"))
      let record = bench.lastAction(of: number)
      store.send(.renamed("Eve"))
      let reply = try await bench.order(#"{"resend":{"record":\#(record)}}"#)
      #expect(reply.string("said") == #"Sent renamed("Bob") to 'profile' again."#)
      #expect(store.state.name == "Bob")
    }
  }

  @Test func `only a record of an action is resent`() async throws {
    try await Bench.with(control: true) { bench in
      bench.responder.recorder.note("here")
      for record in [0, 1, 99] {
        let reply = try await bench.order(#"{"resend":{"record":\#(record)}}"#)
        #expect(reply.status == 404)
        #expect(reply.error.contains("none of an action"))
      }
    }
  }

  @Test func `an effect is cancelled`() async throws {
    try await Bench.with(control: true) { bench in
      let store = Search.store()
      let number = bench.watch(store)
      store.send(.typed("a"))
      let effect = try #require(try await bench.get("/v1/effects").objects("effects").first?["effect"] as? Int)
      let order = #"{"cancel":{"store":\#(number),"effect":\#(effect)}}"#
      let reply = try await bench.order(order)
      #expect(reply.string("said") == "Cancelled the effect \(effect) of 'search'.")
      await store.settle()
      let again = try await bench.order(order)
      #expect(again.status == 404)
      #expect(again.error.contains("does not run in 'search'"))
      let records = try await bench.get("/v1/records").objects("records")
      #expect(records.contains { $0["outcome"] as? String == "cancelled" })
    }
  }

  @Test func `a jump replaces the state, and cancels effects if asked to`() async throws {
    try await Bench.with(control: true) { bench in
      let store = Search.store()
      let number = bench.watch(store)
      store.send(.filled(2))
      let record = bench.responder.recorder.lastNumber
      store.send(.typed("a"))
      let jump = try await bench.order(#"{"jump":{"store":\#(number),"at":\#(record)}}"#)
      #expect(jump.string("said") == "Replaced the state of 'search' by the one of record \(record).")
      #expect(store.state.rows.count == 2 && store.state.query.isEmpty)
      #expect(try await bench.get("/v1/effects").objects("effects").count == 1)
      let other = try await bench.order(#"{"jump":{"store":\#(number),"at":\#(record),"cancelEffects":true}}"#)
      #expect(other.string("said")?.hasSuffix(", and cancelled its effects.") == true)
      await store.settle()
      #expect(try await bench.get("/v1/effects").objects("effects").isEmpty)
      #expect(try await bench.get("/v1/records").body.contains("was replaced by the one of record \(record)"))
    }
  }

  @Test func `a jump to what is not kept is refused`() async throws {
    try await Bench.with(control: true, limits: .init(states: 1)) { bench in
      let store = Search.store()
      let number = bench.watch(store)
      for count in 0..<3 { store.send(.filled(count)) }
      let reply = try await bench.order(#"{"jump":{"store":\#(number),"at":1}}"#)
      #expect(reply.status == 404)
      #expect(reply.error.contains("is kept from so long ago"))
      #expect(store.state.rows.count == 2)
    }
  }

  @Test func `an object cannot be jumped, and the page says why`() async throws {
    try await Bench.with(control: true) { bench in
      let store = Profile.store()
      let number = bench.watch(store)
      store.send(.renamed("Bob"))
      let reply = try await bench.order(#"{"jump":{"store":\#(number),"at":1}}"#)
      #expect(reply.status == 409)
      #expect(reply.error.contains("is an object, as in FeatureEngine"))
      #expect(store.state.name == "Bob")
    }
  }

  @Test func `an engine without a state box cannot be jumped`() async throws {
    try await Bench.with(control: true) { bench in
      let store = SuspendingStore<Int>(options: StoreOptions(name: "bare")) { _ in .none }
      let number = bench.watch(store)
      let reply = try await bench.order(#"{"jump":{"store":\#(number),"at":1}}"#)
      #expect(reply.status == 409)
      #expect(reply.error.contains("does not keep its state in a 'StateBox'"))
    }
  }

  @Test func `a suspended handler forbids a jump`() async throws {
    try await Bench.with(control: true) { bench in
      let gate = Gate()
      let store = Cart.store(gate: gate)
      let number = bench.watch(store)
      store.send(action: .add("tea"))
      let record = bench.responder.recorder.lastNumber
      store.send(action: .checkOut)
      await gate.waitForArrivals(1)
      let order = #"{"jump":{"store":\#(number),"at":\#(record)}}"#
      let refused = try await bench.order(order)
      #expect(refused.status == 409)
      #expect(refused.error.contains("is suspended"))
      gate.open()
      await store.settle()
      #expect(store.state.items.isEmpty)
      #expect(try await bench.order(order).status == 200)
      #expect(store.state.items == ["tea"])
    }
  }

  @Test func `a note is a record`() async throws {
    try await Bench.with(control: true) { bench in
      #expect(try await bench.order(#"{"note":{"text":"before the search"}}"#).string("said") == "Noted.")
      let record = try await bench.get("/v1/records").objects("records").first
      #expect(record?["kind"] as? String == "note")
      #expect(record?["text"] as? String == "before the search")
    }
  }

  @Test func `each command is refused without control`() async throws {
    try await Bench.with { bench in
      let store = Search.store()
      let number = bench.watch(store)
      store.send(.typed("a"))
      let (state, last) = (store.state, bench.responder.recorder.lastNumber)
      let orders = [
        #"{"send":{"store":\#(number),"action":{"filled":{"_0":3}}}}"#, #"{"resend":{"record":2}}"#,
        #"{"cancel":{"store":\#(number),"effect":1}}"#, #"{"jump":{"store":\#(number),"at":1}}"#,
        #"{"note":{"text":"x"}}"#,
      ]
      for order in orders {
        let reply = try await bench.order(order)
        #expect(reply.status == 403)
        #expect(reply.error.contains("Start it with 'Inspector.start(control: true)'"))
      }
      #expect(store.state == state && bench.responder.recorder.lastNumber == last)
      let stores = try await bench.get("/v1/hello").objects("stores")
      #expect(stores.allSatisfy { $0["jumps"] as? Bool == false && $0["sends"] as? Bool == false })
      store.cancelAll()
    }
  }

  @Test func `a body that is no command is refused`() async throws {
    try await Bench.with(control: true) { bench in
      let list = try await bench.order("[]")
      #expect(list.status == 400)
      let unknown = try await bench.order(#"{"fly":{}}"#)
      #expect(unknown.error.contains("'send', 'resend', 'cancel', 'jump' and 'note'"))
    }
  }
}
