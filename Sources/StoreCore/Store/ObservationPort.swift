public import Observation

/// The object through which the state of a store is observed.
///
/// The Observation module does not say whether there are observers. But an observer retains the key path that it
/// observed: a running `withObservationTracking`, a registered one, `Observations`, a view. So the port has a key-path
/// object of its own, and while it holds the only reference there is no observer to notify.
@MainActor
@usableFromInline
package final class ObservationPort: Observable {
  private let registrar = ObservationRegistrar()
  // Never changed; a variable, because only variables can be checked for being uniquely referenced.
  private var keyPath: KeyPath<ObservationPort, Bool>
  /// The parts of the state that are observed by themselves, once one has been requested.
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
    // After the observers of the change, which may request parts.
    if let parts { parts.remember() }
  }

  /// Tells observers that the state has changed; they may differ from those at ``willChange()``.
  @usableFromInline
  package func didChange() {
    if let parts { parts.settle() }
    if !isKnownUniquelyReferenced(&keyPath) { registrar.didSet(self, keyPath: keyPath) }
  }
}

/// The parts of a state that are observed by themselves, as the owner of the state sees them.
@MainActor
package protocol ObservedParts: AnyObject {
  /// Remembers the parts, before the state is taken to be changed.
  func remember()
  /// Compares them with their new values, and notifies observers of the differences.
  func settle()
}
