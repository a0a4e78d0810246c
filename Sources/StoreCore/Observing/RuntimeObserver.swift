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
/// Events come one at a time and in the order of their numbers, which is the order in which the runtime decided: an
/// effect's start comes before its end, and its end before it has drained. They come on the main actor if the main
/// actor caused them, else on the thread that did, such as one that cancels a handle. Events that happen while another
/// is received wait, and the thread that delivers goes on with them. No lock of the runtime is held. A store can be
/// called from `receive` as from elsewhere: an action that is sent while another is handled waits in the queue.
public protocol RuntimeObserver: Sendable {
  /// Whether the observer needs the times of events.
  ///
  /// It is read once, when the observer is added. Reading the clock costs more than everything else that an observed
  /// store does. The default is `false`.
  var needsTime: Bool { get }

  /// Begins to observe a store, before its first event is received.
  ///
  /// It is called each time that the observer is added: with ``StoreOptions/observers``, by ``Runtime/observe(_:)``, or
  /// as one of ``ProcessObservers``. The first and the last are called as the store is made: it is not complete, its
  /// state cannot be read yet, and what is sent then is handled later. The default does nothing.
  @MainActor func begin(_ store: StoreHandle)

  /// Receives an event. It must not block: the runtime waits for it.
  func receive(_ event: RuntimeEvent)
}

extension RuntimeObserver {
  /// `false`.
  public var needsTime: Bool { false }

  /// Does nothing.
  @MainActor public func begin(_ store: StoreHandle) {}
}
