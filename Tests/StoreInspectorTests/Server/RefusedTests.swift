import ElmEngine
import StoreCore
import Testing
import _StoreTestSupport

@testable import StoreInspector

/// What the real server refuses, and that the app goes on.
@MainActor
@Suite struct RefusedTests {
  @Test func `what is not admitted is refused`() async throws {
    try await Bench.with(control: true) { bench in
      let store = Search.store()
      let number = bench.watch(store)
      let hello = "/v1/hello"
      let own = "http://127.0.0.1:\(bench.port)"
      let order = #"{"send":{"store":\#(number),"action":{"filled":{"_0":3}}}}"#
      let requests = [
        (bench.request(hello, headers: ["Origin: \(own)"]), 200),
        (bench.request(hello, host: "localhost:\(bench.port)"), 403),
        (bench.request(hello, host: "evil.example"), 403),
        (bench.request("/", host: "evil.example", token: nil), 403),
        (bench.request(hello, headers: ["Origin: null"]), 403),
        (bench.request("/v1/do", "POST", headers: ["Origin: http://evil.example"], body: order), 403),
        (bench.request(hello, headers: ["Sec-Fetch-Site: cross-site"]), 403),
        (bench.request(hello, token: nil), 401),
        (bench.request(hello, token: "another-token-of-16"), 401),
        (bench.request("/v1/do", "POST", token: nil, body: order), 401),
        (bench.request("/v1/nothing"), 404),
        (bench.request(hello, "OPTIONS", headers: ["Origin: http://evil.example"]), 403),
        (bench.request(hello, "OPTIONS"), 405),
        (bench.request("/v1/do", "PUT", body: order), 405),
        (bench.request("/v1/do", "GET"), 405),
        (bench.request(hello, "POST", body: ""), 405),
        (bench.request("/v1/do", "POST", headers: ["Transfer-Encoding: chunked"]), 411),
      ]
      for (request, status) in requests {
        let reply = try await bench.ask(request)
        #expect(reply.status == status, "\(request)")
        #expect(reply.error.isEmpty == (status == 200))
        #expect(!reply.headers.keys.contains { $0.hasPrefix("access-control") })
      }
      #expect(store.state == Search.State())
    }
  }

  @Test func `a request that is none ends its connection`() async throws {
    try await Bench.with { bench in
      for words in ["\r\n\r\n", "HELLO\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "\u{0}\u{1}\u{2}\r\n"]
      {
        let connection = try Connection(to: bench.port)
        defer { connection.close() }
        await connection.send(words)
        #expect(await connection.readToEnd() == 0)
      }
      let reply = try await bench.get("/v1/hello")
      #expect(reply.status == 200)
    }
  }

  @Test func `a body of 100 MB is refused before it comes`() async throws {
    try await Bench.with(control: true) { bench in
      let connection = try Connection(to: bench.port)
      defer { connection.close() }
      await connection.send(bench.request("/v1/do", "POST", headers: ["Content-Length: 100000000"]) + "{")
      let reply = try #require(await connection.reply())
      #expect(reply.status == 413)
      #expect(reply.error.contains("The body has 100000000 bytes"))
      #expect(reply.headers["connection"] == "close")
      #expect(await connection.readToEnd() == 0)
    }
  }

  @Test func `a body that ends early does nothing`() async throws {
    try await Bench.with(control: true) { bench in
      let connection = try Connection(to: bench.port)
      let text = String(repeating: "x", count: 100_000)
      await connection.send(bench.request("/v1/do", "POST", headers: ["Content-Length: 200000"]) + text)
      connection.close()
      let reply = try await bench.get("/v1/records")
      #expect(reply.objects("records").isEmpty)
    }
  }

  @Test func `a body of the longest length is read`() async throws {
    try await Bench.with(control: true) { bench in
      let frame = #"{"note":{"text":""}}"#
      let text = String(repeating: "x", count: Admission.bodyLimit - frame.utf8.count)
      let reply = try await bench.order(#"{"note":{"text":"\#(text)"}}"#)
      #expect(reply.status == 200)
      #expect(bench.responder.recorder.lastNumber == 1)
    }
  }

  @Test func `a client that does not read is let go`() async throws {
    try await Bench.with { bench in
      let store = Search.store()
      _ = bench.watch(store)
      let connection = try Connection(to: bench.port)
      defer { connection.close() }
      // Far more than the buffers of both ends hold.
      let requests = (0..<400).map { _ in bench.request("/", token: nil) }.joined()
      let sending = Task { await connection.send(requests) }
      await bench.clock.waitForSleeps(of: ConnectionPool.limits.write)
      // Others are served, and the app goes on.
      let reply = try await bench.get("/v1/hello")
      #expect(reply.status == 200)
      store.send(.filled(3))
      await store.settle()
      #expect(store.state.rows.count == 3)
      bench.clock.wake(ConnectionPool.limits.write)
      await sending.value
      let pageSize = try await bench.ask(bench.request("/", token: nil)).body.utf8.count
      #expect(await connection.readToEnd() < 400 * pageSize)
    }
  }

  @Test func `a connection that asks nothing is let go`() async throws {
    try await Bench.with { bench in
      let connection = try Connection(to: bench.port)
      defer { connection.close() }
      await bench.clock.waitForSleeps(of: ConnectionPool.limits.read)
      bench.clock.wake(ConnectionPool.limits.read)
      #expect(await connection.readToEnd() == 0)
    }
  }

  @Test func `of too many connections the oldest are let go`() async throws {
    try await Bench.with { bench in
      let first = try Connection(to: bench.port)
      defer { first.close() }
      await bench.clock.waitForSleeps(of: ConnectionPool.limits.read)
      var others: [Connection] = []
      defer { for connection in others { connection.close() } }
      for _ in 0..<ConnectionPool.connectionLimit { others.append(try Connection(to: bench.port)) }
      #expect(await first.readToEnd() == 0)
      let reply = try await bench.get("/v1/hello")
      #expect(reply.status == 200)
    }
  }

  @Test func `it listens on the address of this machine alone`() async throws {
    try await Bench.with { bench in
      #expect(throws: Connection.Failure.self) { try Connection(to: bench.port, at: "127.0.0.2") }
    }
  }

  @Test func `a held main actor does not hold the records`() async throws {
    try await Bench.with { bench in
      bench.responder.recorder.note("one")
      let gate = Gate()
      // As a work that another request waits for.
      async let held = bench.responder.oneAtATime { begins -> Int? in
        _ = begins()
        await gate.pass()
        return 1
      }
      await gate.waitForArrivals(1)
      async let effects = bench.get("/v1/effects")
      await bench.clock.waitForSleeps(of: OneAtATime.limits.begin, count: 2)
      let records = try await bench.get("/v1/records")
      #expect(records.objects("records").count == 1)
      bench.clock.wake(OneAtATime.limits.begin)
      let refused = try await effects
      #expect(refused.status == 503)
      #expect(refused.error.contains("within 2 seconds"))
      async let session = bench.get("/v1/session")
      await bench.clock.waitForSleeps(of: OneAtATime.limits.begin)
      bench.clock.wake(OneAtATime.limits.begin)
      let busy = try await session
      #expect(busy.status == 503)
      gate.open()
      #expect(await held == 1)
      let later = try await bench.get("/v1/effects")
      #expect(later.status == 200)
    }
  }
}
