import Observation

/// The offers of a value read from `@Observable` objects, after each change, in a later turn of the main actor.
///
/// They last as long as this object, and leave no observation in the observed objects.
@MainActor
final class ObservedOffers<Value> {
  private let read: @MainActor () -> Value?
  private let offer: @MainActor (Value) -> Void
  private let end = ObservationEnd()

  /// - Parameters:
  ///   - read: Reads the value; `nil` if no more will come.
  ///   - offer: Takes a value.
  init(_ read: @escaping @MainActor () -> Value?, to offer: @escaping @MainActor (Value) -> Void) {
    self.read = read
    self.offer = offer
    observe()
  }

  /// Waits for the next change.
  @discardableResult
  private func observe() -> Value? {
    withObservationTracking {
      end.access()
      return read()
    } onChange: { [weak self] in
      // Nil if this is the end of the observation.
      guard self != nil else { return }
      // The change is made once this has returned. The task ends by itself, at once.
      Task.detached { @MainActor in self?.offerValue() }
    }
  }

  private func offerValue() {
    // Observed before it is offered, as the receiver may change it.
    if let value = observe() { offer(value) }
  }

  deinit {
    end()
  }
}
