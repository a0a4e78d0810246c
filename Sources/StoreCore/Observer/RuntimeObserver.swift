/// What is told about everything that a store's runtime does.
///
/// Events of actions and launches come on the main actor, in the order in which they happened. A drop, a cancel from
/// another thread and the end of a cancelled effect come from the thread that caused them. Of one effect, the start
/// comes before the end, and the end before it has drained.
public protocol RuntimeObserver: Sendable {
  /// Takes notice of an event. It must not block: the runtime waits for it.
  func receive(_ event: RuntimeEvent)
}
