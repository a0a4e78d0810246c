import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// The server: a shell that gives requests to the check and to the responder, and sends their answers.
struct InspectorServer: Sendable {
  let responder: Responder
  let token: String
  private let room = Room()
  /// Seconds that never pass.
  ///
  /// The library limits each wait, which ends one in a process whose threads are busy. Here the responder and the pool do,
  /// with words.
  private static let noLimit: TimeInterval = 1e9

  init(_ responder: Responder, token: String) {
    self.responder = responder
    self.token = token
  }

  /// Serves until the task is cancelled, or the socket is lost.
  ///
  /// - Parameters:
  ///   - port: The port; 0 for any.
  ///   - onListening: Called with the port when clients can connect.
  /// - Throws: what the socket has failed with, or the cancellation.
  func run(port: UInt16, onListening: @escaping @Sendable (UInt16) async -> Void) async throws {
    let box = PortBox()
    let configuration = HTTPServer.Configuration(
      address: try .inet(ip4: "127.0.0.1", port: port),
      timeout: Self.noLimit,
      // A body that is read to its end is kept until then.
      sharedRequestReplaySize: Admission.bodyLimit,
      pool: ConnectionPool(clock: responder.clock),
      logger: .disabled
    )
    let server = HTTPServer(config: configuration, handler: ClosureHTTPHandler { await response(to: $0, at: box) })
    try await withThrowingTaskGroup { group in
      group.addTask { try await server.run() }
      group.addTask {
        try await server.waitUntilListening(timeout: Self.noLimit)
        guard case .ip4(_, let port)? = await server.listeningAddress else { throw SocketError.disconnected }
        box.port.store(port, ordering: .relaxed)
        await onListening(port)
      }
      while try await group.next() != nil {}
    }
  }

  private func response(to request: HTTPRequest, at box: PortBox) async -> HTTPResponse {
    let head = RequestHead(request)
    let answer: Answer
    do throws(Refusal) {
      let admission = Admission(host: "127.0.0.1:\(box.port.load(ordering: .relaxed))", token: token)
      if let refusal = admission.refusal(of: head) { throw refusal }
      let route = try Route(head)
      var body = Data()
      if route == .command {
        do {
          for try await piece in request.bodySequence { body.append(piece) }
        } catch {
          throw Refusal(400, "The body ended early. Send it whole.")
        }
      }
      answer = await responder.answer(to: route, body: body)
    } catch {
      answer = Answer(error)
    }
    return response(with: answer)
  }

  private func response(with answer: Answer) -> HTTPResponse {
    guard let share = room.share(of: answer.body.count) else {
      var busy = Answer(Refusal(503, "Other clients have not read their answers. Try again."))
      busy.endsConnection = answer.endsConnection
      return HTTPResponse(busy, in: nil)
    }
    return HTTPResponse(answer, in: share)
  }
}

extension RequestHead {
  fileprivate init(_ request: HTTPRequest) {
    self.init(
      method: request.method.rawValue,
      path: request.path,
      query: Dictionary(request.query.map { ($0.name, $0.value) }) { first, _ in first },
      host: request.headers[.host],
      origin: request.headers[HTTPHeader("Origin")],
      fetchSite: request.headers[HTTPHeader("Sec-Fetch-Site")],
      authorization: request.headers[.authorization],
      bodyLength: request.bodySequence.count
    )
  }
}

extension HTTPResponse {
  fileprivate init(_ answer: Answer, in share: Room.Share?) {
    self.init(
      statusCode: HTTPStatusCode(answer.status, phrase: answer.status == 200 ? "OK" : "Refused"),
      headers: HTTPHeaders(Dictionary(uniqueKeysWithValues: answer.headers.map { (HTTPHeader($0.key), $0.value) })),
      body: HTTPBodySequence(from: AnswerBody(answer, in: share), count: answer.body.count)
    )
  }
}
