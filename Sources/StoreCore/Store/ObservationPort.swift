public import Observation

/// The object through which the state of a store is observed.
///
/// Nobody can say directly whether anybody observes. But an observer retains the key path that it observed:
/// a running `withObservationTracking`, a registered one, `Observations`, a view. So the port has a key-path
/// object of its own, shared with nothing, and while it holds the only reference there is nobody to notify.
@MainActor
@usableFromInline
package final class ObservationPort: Observable {
  private let registrar = ObservationRegistrar()
  // Changed never; a variable because only variables can be asked whether they are uniquely referenced.
  private var keyPath: KeyPath<ObservationPort, Bool>
  /// The parts of the state that are observed by themselves, once somebody has asked for one.
  package var parts: (any ObservedParts)?

  /// Creates the port of an object.
  package init(of owner: AnyObject) {
    // The captured argument keeps the key path from being a shared constant.
    let token = Int(bitPattern: ObjectIdentifier(owner))
    keyPath = \ObservationPort[token]
  }

  /// Stands for the state; its value is never read.
  private subscript(token: Int) -> Bool { token != 0 }

  @usableFromInline
  package func access() { registrar.access(self, keyPath: keyPath) }

  package var isObserved: Bool { !isKnownUniquelyReferenced(&keyPath) }

  /// Tells observers that the state is about to change, if there are any.
  @usableFromInline
  package func willChange() {
    if !isKnownUniquelyReferenced(&keyPath) { registrar.willSet(self, keyPath: keyPath) }
    // Behind those who hear of the change, and may ask for parts.
    if let parts { parts.remember() }
  }

  /// Tells observers that the state has changed; there may be others than at ``willChange()``.
  @usableFromInline
  package func didChange() {
    if let parts { parts.settle() }
    if !isKnownUniquelyReferenced(&keyPath) { registrar.didSet(self, keyPath: keyPath) }
  }
}

/// The parts of a state that are observed by themselves, as the place of the state knows them.
@MainActor
package protocol ObservedParts: AnyObject {
  /// Remembers the parts, before the state is taken to be changed.
  func remember()
  /// Compares them with what has become of them, and tells of the differences.
  func settle()
}
