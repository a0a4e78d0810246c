/// Something that happened in a store's runtime.
public struct RuntimeEvent: Sendable {
  /// What happened.
  public let kind: Kind
  /// What the action or the effect came from; `nil` for what came from outside.
  public let cause: EventCause?
  /// Where the action was sent, as far as that is known.
  ///
  /// Sends are noted while somebody observes the store; actions that effects return or handlers emit have no place.
  public var location: CallSite? { site.known }
  /// The store it happened in.
  public let store: StoreIdentity
  /// The position among the events of the store, from 1.
  ///
  /// All observers see the events of a store in this order. It counts events while somebody observes the store.
  public let number: UInt64
  /// When it happened, where one of the store's observers asks for it by ``RuntimeObserver/needsTime``.
  ///
  /// It is the time since a moment that is the same for all stores of the process, by the system's continuous clock;
  /// times of one store never go back.
  public let time: Duration?

  @usableFromInline let site: CallSite

  // Inlined, so that it is put together where it is told from: a copy of it costs as much as a send.
  @inlinable
  init(
    kind: consuming Kind,
    cause: EventCause?,
    site: CallSite,
    store: StoreIdentity,
    number: UInt64,
    time: Duration?
  ) {
    self.kind = kind
    self.cause = cause
    self.site = site
    self.store = store
    self.number = number
    self.time = time
  }
}
