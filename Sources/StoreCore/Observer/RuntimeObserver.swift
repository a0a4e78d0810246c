/// What is told about everything that a store's runtime does.
///
/// Events of one store come in the order in which they happened. Those of actions and launches come on the main
/// actor; a drop, and the end of a cancelled effect, may come from the thread that caused it.
public protocol RuntimeObserver: Sendable {
  /// Takes notice of an event. It must not block: the runtime waits for it.
  func receive(_ event: RuntimeEvent)
}
