import Synchronization

/// The port that a server listens on, which is known once it does.
final class PortBox: Sendable {
  let port = Atomic<UInt16>(0)
}
