import Observation

/// Offers an expression over `@Observable` objects after each change of them, in a later turn of the main actor.
@MainActor
final class ObservedOffers<Value> {
  private let read: @MainActor () -> Value?
  private let offer: @MainActor (Value) -> Bool
  private var isWanted = true

  /// - Parameters:
  ///   - read: Reads the value; `nil` where nothing more will come.
  ///   - offer: Takes a value, and says whether another one is wanted.
  init(_ read: @escaping @MainActor () -> Value?, to offer: @escaping @MainActor (Value) -> Bool) {
    self.read = read
    self.offer = offer
  }

  /// Waits for the next change.
  @discardableResult
  func observe() -> Value? {
    withObservationTracking {
      read()
    } onChange: { [self] in
      // The change is made when this has returned. Ends by itself, at once.
      Task.detached { @MainActor in self.offerValue() }
    }
  }

  private func offerValue() {
    // Observed before it is offered: who gets it may change it.
    guard isWanted, let value = observe() else { return }
    isWanted = offer(value)
  }
}
