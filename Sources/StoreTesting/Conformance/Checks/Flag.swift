import StoreCore

/// Something that happens once, on whichever thread.
final class Flag: Sendable {
  private let value = Locked(false)

  var isSet: Bool { value.withLock { $0 } }

  func set() {
    value.withLock { $0 = true }
  }
}
