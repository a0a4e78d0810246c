public import Observation

/// The object through which the state of a store is observed.
///
/// Nobody can say directly whether anybody observes. But an observer retains the key path that it observed:
/// a running `withObservationTracking`, a registered one, `Observations`, a view. So the port has a key-path
/// object of its own, shared with nothing, and while it holds the only reference there is nobody to notify.
@MainActor
@usableFromInline
final class ObservationPort: Observable {
  private let registrar = ObservationRegistrar()
  // Changed never; a variable because only variables can be asked whether they are uniquely referenced.
  private var keyPath: KeyPath<ObservationPort, Bool>
  /// The parts of the state that are observed by themselves, once somebody has asked for one.
  var slices: (any ChangingSlices)?

  /// Creates the port of an object.
  init(of owner: AnyObject) {
    // The captured argument keeps the key path from being a shared constant.
    let token = Int(bitPattern: ObjectIdentifier(owner))
    keyPath = \ObservationPort[token]
  }

  /// Stands for the state; its value is never read.
  private subscript(token: Int) -> Bool { token != 0 }

  /// Notes that the state was read.
  @usableFromInline
  func access() {
    registrar.access(self, keyPath: keyPath)
  }

  /// Whether somebody observes.
  var isObserved: Bool { !isKnownUniquelyReferenced(&keyPath) }

  /// Tells observers that the state is about to change, if there are any.
  @usableFromInline
  func willChange() {
    if !isKnownUniquelyReferenced(&keyPath) {
      registrar.willSet(self, keyPath: keyPath)
    }
    // Behind those who hear of the change, and may ask for parts.
    if let slices { slices.remember() }
  }

  /// Tells observers that the state has changed.
  ///
  /// Asked anew: an observer may have come since ``willChange()``.
  @usableFromInline
  func didChange() {
    if let slices { slices.settle() }
    if !isKnownUniquelyReferenced(&keyPath) {
      registrar.didSet(self, keyPath: keyPath)
    }
  }
}
