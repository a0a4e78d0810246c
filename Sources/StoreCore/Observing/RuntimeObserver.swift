/// A receiver of everything that a store's runtime does.
///
/// ```swift
/// struct Tracing: RuntimeObserver {
///   func receive(_ event: RuntimeEvent) {
///     if case .effectEnded = event.kind { trace("\(event)") }
///   }
/// }
/// ```
///
/// Events come one at a time and in the order of their numbers, which is the order in which the runtime decided: of one
/// effect, the start comes before the end, and the end before it has drained. They come on the main actor where the
/// main actor caused them, else on the thread that did, such as one that cancels a handle; while one event is received,
/// others wait, and whoever delivers goes on with them. No lock of the runtime is held. A store called from `receive`
/// does what it always does: an action that is sent while another one is handled queues behind it.
public protocol RuntimeObserver: Sendable {
  /// Whether events have to tell their times.
  ///
  /// Asked once, when the observer is added. Reading the clock costs more than all else that an observed store does.
  /// `false` unless an observer says otherwise.
  var needsTime: Bool { get }

  /// Takes notice of an event. It must not block: the runtime waits for it.
  func receive(_ event: RuntimeEvent)
}

extension RuntimeObserver {
  /// `false`.
  public var needsTime: Bool { false }
}
