import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// A pool of sockets that lets go of connections which wait too long, or are too many.
///
/// The server itself would keep each of them for ever, with its descriptor and with the answer that its client does not
/// read.
struct ConnectionPool: AsyncSocketPool {
  /// The most connections that wait for their clients at the same time; the app needs the descriptors.
  static let connectionLimit = 64
  /// How long a connection waits for a request, or for a client that does not read.
  static let limits = (read: Duration.seconds(60), write: Duration.seconds(10))

  private let pool: any AsyncSocketPool
  private let clock: any Clock<Duration>
  private let waits = Waits()

  private final class Waits: Sendable {
    let list = Mutex(WaitList<Task<Void, any Error>>(limit: connectionLimit))
  }

  init(clock: any Clock<Duration>) {
    pool = HTTPServer.defaultPool()
    self.clock = clock
  }

  func prepare() async throws { try await pool.prepare() }

  func run() async throws { try await pool.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    // A process that the app starts would keep the port in use.
    _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC)
    // The one that listens has no client.
    guard (try? socket.remotePeer()) != nil else { return try await pool.suspendSocket(socket, untilReadyFor: events) }
    // An answer is written in pieces: each but the first would wait until the client confirms the one before, which takes
    // it 40 ms on a connection that is used again.
    try? socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
    let limit = events.contains(.write) ? Self.limits.write : Self.limits.read
    // Both are over when this returns: the wait is awaited, and the watch is cancelled.
    let wait = Task { try await pool.suspendSocket(socket, untilReadyFor: events) }
    let watch = Task {
      try await clock.sleep(for: limit)
      wait.cancel()
    }
    let (id, oldest) = waits.list.withLock { $0.add(wait) }
    oldest?.cancel()
    defer {
      watch.cancel()
      waits.list.withLock { $0.remove(id) }
    }
    try await withTaskCancellationHandler {
      try await wait.value
    } onCancel: {
      wait.cancel()
    }
  }
}
