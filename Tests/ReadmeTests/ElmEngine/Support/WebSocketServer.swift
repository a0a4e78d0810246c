import Synchronization

/// A server for the sample's connections, with which a test can send messages and count listeners.
final class WebSocketServer: Sendable {
  /// The server that connections made in this task connect to.
  @TaskLocal static var current = WebSocketServer()

  private let connections = Mutex<[WebSocketConnection]>([])

  var connectionCount: Int {
    connections.withLock { $0.count }
  }

  func broadcast(_ message: String) {
    for connection in connections.withLock({ $0 }) {
      connection.onMessage?(message)
    }
  }

  func add(_ connection: WebSocketConnection) {
    connections.withLock { $0.append(connection) }
  }

  func remove(_ connection: WebSocketConnection) {
    connections.withLock { $0.removeAll { $0 === connection } }
  }
}
