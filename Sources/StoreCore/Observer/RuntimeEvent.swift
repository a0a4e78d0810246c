/// Something that happened in a store's runtime.
public struct RuntimeEvent: Sendable {
  /// What happened.
  public let kind: Kind
  /// What the action or the effect came from; `nil` for what came from outside.
  public let cause: EventCause?
  /// Where the action was sent, as far as that is known.
  ///
  /// Sends are noted while somebody observes the store; actions that effects return or handlers emit have no place.
  public let location: CallSite?
  /// The store it happened in.
  public let store: StoreIdentity
  /// The position among the events of the store, from 1.
  ///
  /// All observers see the events of a store in this order. It counts events while somebody observes the store.
  public let number: UInt64
  /// When it happened, where one of the store's observers asks for it by ``RuntimeObserver/needsTime``.
  ///
  /// Times of one store never go back.
  public let time: ContinuousClock.Instant?
}
