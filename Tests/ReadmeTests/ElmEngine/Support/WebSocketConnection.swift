import Synchronization

/// The connection of the streaming sample.
final class WebSocketConnection: Sendable {
  private let server = WebSocketServer.current
  private let handler = Mutex<(@Sendable (String) -> Void)?>(nil)

  var onMessage: (@Sendable (String) -> Void)? {
    get { handler.withLock { $0 } }
    set { handler.withLock { $0 = newValue } }
  }

  func connect() {
    server.add(self)
  }

  func disconnect() {
    server.remove(self)
  }
}
