/// What has made a call of a store, as far as it is known.
struct Caller: Sendable {
  /// The action or the effect of the store.
  var cause: EventCause?
  /// The action or the effect of another store.
  var origin: EventOrigin?
  /// The place of the call, or of the send that led to it.
  var location: CallSite?

  init(cause: EventCause? = nil, origin: EventOrigin? = nil, at location: CallSite? = nil) {
    self.cause = cause
    self.origin = origin
    self.location = location
  }

  /// The caller, as the events of another store show it.
  func seen(from store: StoreIdentity) -> Caller {
    guard let cause else { return self }
    return Caller(origin: EventOrigin(store: store, cause: cause), at: location)
  }
}

extension EffectTable {
  /// What makes a call of the store now, at a place that may not be known.
  func caller(at location: CallSite = .unknown) -> Caller {
    Caller(at: location.known)
  }
}

extension RuntimeCore {
  /// What emits the program that is run now.
  var emitter: Caller { Caller(cause: current.cause, at: currentPlace) }

  /// What makes a call of the store now; nothing is known without an observer.
  func caller(at location: CallSite = .unknown) -> Caller {
    guard hub.isActive else { return Caller() }
    return queue.state == .handling ? Caller(cause: current.cause, at: location.known) : table.caller(at: location)
  }
}
