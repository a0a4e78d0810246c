import Observation

/// What a store's state is observed through.
///
/// Nobody can say directly whether anybody observes. But whoever observes retains the key path that it observed:
/// a running `withObservationTracking`, a registered one, `Observations`, a view. So the port has a key-path
/// object of its own, shared with nothing, and while it holds the only reference there is nobody to notify.
final class ObservationPort: Observable {
  private let registrar = ObservationRegistrar()
  // Changed never; a variable because only variables can be asked whether they are uniquely referenced.
  private var keyPath: KeyPath<ObservationPort, Bool>
  /// The same, to be handed over without the cost of a reference each time.
  // Held by `keyPath`.
  private let unretained: Unmanaged<KeyPath<ObservationPort, Bool>>

  init(token: Int) {
    // The captured argument keeps the object from being a shared constant.
    let keyPath = \ObservationPort[token]
    self.keyPath = keyPath
    // Balanced by nothing: `keyPath` holds it.
    unretained = .passUnretained(keyPath)
  }

  /// Stands for the state; its value is never read.
  private subscript(token: Int) -> Bool { token != 0 }

  /// Notes that the state was read.
  func access() {
    // Held by `keyPath`.
    unretained._withUnsafeGuaranteedRef { registrar.access(self, keyPath: $0) }
  }

  /// Tells observers that the state is about to change, if there are any.
  func willChange() {
    if !isKnownUniquelyReferenced(&keyPath) {
      registrar.willSet(self, keyPath: keyPath)
    }
  }

  /// Tells observers that the state has changed.
  ///
  /// Asked anew: an observer may have come since ``willChange()``.
  func didChange() {
    if !isKnownUniquelyReferenced(&keyPath) {
      registrar.didSet(self, keyPath: keyPath)
    }
  }
}
