import Observation

/// Offers an expression over `@Observable` objects after each change of them, in a later turn of the main actor.
///
/// It lasts as long as it is kept, and leaves nothing behind in the objects.
@MainActor
final class ObservedOffers<Value> {
  private let read: @MainActor () -> Value?
  private let offer: @MainActor (Value) -> Void
  private let end = ObservationEnd()

  /// - Parameters:
  ///   - read: Reads the value; `nil` where nothing more will come.
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
      // Nothing, where this is the end.
      guard self != nil else { return }
      // The change is made when this has returned. Ends by itself, at once.
      Task.detached { @MainActor in self?.offerValue() }
    }
  }

  private func offerValue() {
    // Observed before it is offered: who gets it may change it.
    if let value = observe() { offer(value) }
  }

  deinit {
    end()
  }
}
