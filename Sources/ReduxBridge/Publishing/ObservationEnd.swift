import Observation

/// A means to end an observation before anything has changed.
///
/// A `withObservationTracking` cannot be cancelled, and the observed objects retain it until one changes. But the first
/// change of anything that was read ends all of it: this object is read too, and changes to end it.
final class ObservationEnd: Observable, Sendable {
  private let registrar = ObservationRegistrar()

  /// Registers the surrounding observation as one that this object ends.
  func access() {
    registrar.access(self, keyPath: \.self)
  }

  /// Ends the observation, and calls its `onChange`.
  func callAsFunction() {
    registrar.willSet(self, keyPath: \.self)
  }
}
