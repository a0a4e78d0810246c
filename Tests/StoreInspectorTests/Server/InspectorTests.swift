import ElmEngine
import Foundation
import StoreCore
import StoreRecording
import Testing
import _StoreTestSupport

@testable import StoreInspector

/// The life of inspectors.
@MainActor
@Suite struct InspectorTests {
  private let clock = GateClock()
  private let token = "a-token-of-a-test"

  private func inspector(at port: UInt16 = 0) -> Inspector {
    Inspector(port: port, token: token, control: false, limits: Recorder.Limits(), clock: clock)
  }

  private func port(of inspector: Inspector) async throws -> UInt16 {
    try #require(URL(string: await inspector.address)?.port.flatMap(UInt16.init), "It does not listen.")
  }

  private func ask(_ port: UInt16, _ target: String = "/v1/hello") async throws -> Reply? {
    let connection = try Connection(to: port)
    defer { connection.close() }
    let request = "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token)\r\n\r\n"
    await connection.send(request)
    return await connection.reply()
  }

  @Test func `it says its address once, and answers there`() async throws {
    let (inspector, said) = (inspector(), Notes<String>())
    inspector.begin(orElse: { Issue.record("\($0)") }, { words in said.add(words) })
    let address = await inspector.address
    #expect(address.hasPrefix("http://127.0.0.1:") && address.hasSuffix("/#\(token)"))
    #expect(said.all == ["Store inspector: \(address)"])
    let store = Search.store()
    inspector.watch(store)
    inspector.watch(store)
    store.send(.filled(1))
    let reply = try await ask(port(of: inspector))
    #expect(reply?.objects("stores").map { $0["name"] as? String } == ["search"])
    await inspector.stop()
  }

  /// An inspector that has begun, and a store that it watches, with a record.
  private func watched() async throws -> (
    inspector: Inspector, port: UInt16, store: ElmEngine.Store<Search.State, Search.Action>
  ) {
    let inspector = inspector()
    inspector.begin(orElse: { Issue.record("\($0)") }, { _ in })
    let port = try await port(of: inspector)
    let store = Search.store()
    inspector.watch(store)
    store.send(.filled(1))
    return (inspector, port, store)
  }

  @Test func `when stop returns no connection is left, and the app goes on`() async throws {
    let (inspector, port, store) = try await watched()
    let last = inspector.responder.recorder.lastNumber
    async let waiting = ask(port, "/v1/records?after=\(last)&wait=10")
    await clock.waitForSleeps(of: .seconds(10))
    let idle = try Connection(to: port)
    defer { idle.close() }
    await inspector.stop()
    #expect(await idle.readToEnd() == 0)
    _ = try? await waiting
    #expect(throws: Connection.Failure.self) { try Connection(to: port) }
    #expect(await inspector.address.isEmpty)
    store.send(.filled(2))
    #expect(store.state.rows.count == 2)
    #expect(inspector.responder.recorder.lastNumber == last)
    await inspector.stop()
    inspector.watch(store)
    store.send(.filled(3))
    #expect(inspector.responder.recorder.lastNumber == last)
  }

  @Test func `a port in use is said once, and is tried again`() async throws {
    let (first, second, said) = (inspector(), Notes<String>(), Notes<String>())
    first.begin(orElse: { _ in }, { _ in })
    let port = try await port(of: first)
    let late = inspector(at: port)
    let listening = Gate()
    late.begin(
      orElse: { words in said.add(words) },
      { words in
        second.add(words)
        listening.open()
      }
    )
    #expect(await late.address.isEmpty)
    let retry = Duration.seconds(1)
    await clock.waitForSleeps(of: retry)
    clock.wake(retry)
    await clock.waitForSleeps(of: retry)
    #expect(said.all.count == 1)
    #expect(said.all.first?.contains("cannot listen at the port \(port)") == true)
    await first.stop()
    clock.wake(retry)
    await listening.pass()
    #expect(await late.address.hasSuffix(":\(port)/#\(token)"))
    #expect(second.all == ["Store inspector: http://127.0.0.1:\(port)/#\(token)"])
    let reply = try await ask(port)
    #expect(reply?.status == 200)
    await late.stop()
  }

  @Test func `an address that is waited for when it stops is empty`() async throws {
    let inspector = inspector()
    inspector.begin(orElse: { _ in }, { _ in })
    async let address = inspector.address
    await inspector.stop()
    _ = await address
    #expect(await inspector.address.isEmpty)
  }

  @Test func `settling does not wait for the inspector`() async throws {
    let (inspector, port, store) = try await watched()
    let last = inspector.responder.recorder.lastNumber
    async let waiting = ask(port, "/v1/records?after=\(last)&wait=10")
    await clock.waitForSleeps(of: .seconds(10))
    await store.settle()
    store.send(.filled(2))
    let reply = try await waiting
    #expect(reply?.objects("records").isEmpty == false)
    await inspector.stop()
  }

  @Test func `two inspectors look at the same store, each with its own token`() async throws {
    try await Bench.with(token: "another-token-of-another") { other in
      try await Bench.with { bench in
        let store = Search.store()
        #expect(bench.watch(store) == other.watch(store))
        store.send(.filled(1))
        let own = try await bench.get("/v1/hello")
        #expect(own.objects("stores").count == 1)
        let refused = try await other.get("/v1/hello")
        #expect(refused.status == 401)
        let records = try await other.ask(other.request("/v1/records", token: "another-token-of-another"))
        #expect(records.body.contains("filled(1)"))
      }
    }
  }

  @Test func `start prints its address, and sees the stores that are made after it`() async throws {
    // In a process of its own: it would observe the stores of all other tests.
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) { @MainActor in
      let early = Search.store()
      let inspector = Inspector.start(token: "a-token-of-a-test")
      let store = Search.store()
      store.send(.filled(1))
      inspector.watch(early)
      let address = await inspector.address
      let port = URL(string: address)?.port.flatMap(UInt16.init) ?? 0
      let connection = try Connection(to: port)
      await connection.send(
        "GET /v1/hello HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer a-token-of-a-test\r\n\r\n"
      )
      let reply = await connection.reply()
      guard reply?.objects("stores").count == 2 else { exit(1) }
      await inspector.stop()
      withExtendedLifetime((early, store)) {}
    }
    let said = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(said.contains("Store inspector: http://127.0.0.1:"))
    #expect(said.contains("/#a-token-of-a-test\n"))
  }

  @Test func `start names its line when it cannot start`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) { @MainActor in
      let inspector = Inspector.start(token: "short", fileID: "App/App.swift", line: 7)
      let address = await inspector.address
      guard address.isEmpty else { exit(1) }
      let first = Inspector.start()
      let port = URL(string: await first.address)?.port.flatMap(UInt16.init) ?? 0
      let second = Inspector.start(port: port, fileID: "App/App.swift", line: 8)
      guard await second.address.isEmpty else { exit(1) }
      await first.stop()
      await second.stop()
    }
    let said = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(said.contains("App/App.swift:7: The store inspector did not start, as its token is too easy to guess"))
    #expect(said.contains("App/App.swift:8: The store inspector cannot listen at the port"))
  }
}
