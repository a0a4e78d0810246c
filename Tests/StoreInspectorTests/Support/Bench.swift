import Foundation
import StoreCore
import StoreRecording

@testable import StoreInspector

/// The real server on a port of this machine, which looks at the stores that it is given, and no others of the process.
@MainActor
final class Bench {
  static let token = "a-token-of-a-test"

  let responder: Responder
  let clock: GateClock
  let port: UInt16
  private let serving: Task<Void, any Error>

  private init(_ responder: Responder, _ clock: GateClock, port: UInt16, _ serving: Task<Void, any Error>) {
    (self.responder, self.clock, self.port, self.serving) = (responder, clock, port, serving)
  }

  /// Runs a test with a server, which is at its end when this returns.
  static func with(
    control: Bool = false,
    limits: Recorder.Limits = Recorder.Limits(),
    token: String = Bench.token,
    _ body: (Bench) async throws -> Void
  ) async throws {
    let clock = GateClock()
    let responder = Responder(recorder: Recorder(limits), isControlled: control, clock: clock)
    let (ports, continuation) = AsyncStream.makeStream(of: UInt16.self)
    let serving = Task {
      defer { continuation.finish() }
      try await InspectorServer(responder, token: token).run(port: 0) { continuation.yield($0) }
    }
    var iterator = ports.makeAsyncIterator()
    guard let port = await iterator.next() else { return try await serving.value }
    let bench = Bench(responder, clock, port: port, serving)
    defer { serving.cancel() }
    try await body(bench)
    serving.cancel()
    _ = await serving.result
  }

  func watch(_ store: some StoreEngine) -> Int {
    _ = store.runtime.observe(responder.stores)
    return store.runtime.identity.number
  }

  // MARK: Asking

  /// A request as a client writes it.
  func request(
    _ target: String,
    _ method: String = "GET",
    host: String? = nil,
    token: String? = Bench.token,
    headers: [String] = [],
    body: String? = nil
  ) -> String {
    var lines = ["\(method) \(target) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")"]
    if let token { lines.append("Authorization: Bearer \(token)") }
    if let body { lines.append("Content-Length: \(body.utf8.count)") }
    return (lines + headers).joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
  }

  /// Sends a request, and reads its answer.
  func ask(_ request: String) async throws -> Reply {
    let connection = try Connection(to: port)
    defer { connection.close() }
    await connection.send(request)
    guard let reply = await connection.reply() else { throw Connection.Failure(words: "no answer") }
    return reply
  }

  func get(_ target: String) async throws -> Reply { try await ask(request(target)) }

  /// Asks the app to do something.
  func order(_ command: String) async throws -> Reply { try await ask(request("/v1/do", "POST", body: command)) }

  /// The number of the record of a store's last action.
  func lastAction(of store: Int) -> UInt64 {
    responder.recorder.recording.records.last { $0.store?.number == store && $0.event?.kind.action != nil }?.number ?? 0
  }
}
