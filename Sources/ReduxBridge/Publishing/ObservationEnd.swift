import Observation

/// What ends an observation before anything has changed.
///
/// A `withObservationTracking` cannot be taken back, and what was observed keeps it until it changes. But the first change
/// of anything that was read ends all of it: this is read besides, and changes when it is to end.
final class ObservationEnd: Observable, Sendable {
  private let registrar = ObservationRegistrar()

  /// Has the observation in whose course it is called be one that this ends.
  func access() {
    registrar.access(self, keyPath: \.self)
  }

  /// Ends the observation; what was to be called on a change is called.
  func callAsFunction() {
    registrar.willSet(self, keyPath: \.self)
  }
}
