/// The task-local values of a sender or of an effect, such as the context of a trace.
///
/// Neither tasks of effects nor turns of a store inherit them. If an observer asks for it, messages and effects carry
/// them, and an effect is launched inside those of what sent its action.
package final class EffectContext: Sendable {
  /// The values as the observer knows them.
  package let value: any Sendable
  /// For the context of an effect, that of what launched it, which has none itself: an endless chain of effects would
  /// keep all.
  let outer: EffectContext?
  private let observer: any ContextObserver

  package init(_ value: any Sendable, inside outer: EffectContext? = nil, of observer: any ContextObserver) {
    self.value = value
    self.outer = outer
    self.observer = observer
  }

  /// Calls a function with the values.
  func call(_ body: () -> Void) { observer.call(body, in: self) }

  /// Runs the operation of an effect with the values.
  nonisolated(nonsending) func run(_ operation: @Sendable () async throws -> Void) async throws {
    try await observer.run(operation, in: self)
  }
}

/// An observer that gives contexts to effects; of several, the first does.
package protocol ContextObserver: RuntimeObserver {
  /// A context for what the current task sends, made of its task-local values.
  var currentContext: EffectContext { get }

  /// Makes the context of an effect that is launched now, before it is registered, queued or refused.
  func context(of effect: EffectInfo, in store: StoreIdentity, inside outer: EffectContext) -> EffectContext

  /// Calls a function in a context.
  func call(_ body: () -> Void, in context: EffectContext)

  /// Runs an operation in a context.
  nonisolated(nonsending) func run(
    _ operation: @Sendable () async throws -> Void,
    in context: EffectContext
  ) async throws
}

extension Origin {
  /// The origin with the context of the current task, unless it has one or no observer asks for it.
  func inCurrentContext(of hub: ObserverHub) -> Origin {
    guard context == nil, let observer = hub.contextObserver else { return self }
    var origin = self
    origin.context = observer.currentContext
    return origin
  }
}

extension Message {
  /// The context of what sent it.
  var context: EffectContext? {
    switch self {
    case .sent(let sent): sent.origin.context
    case .program(let sent): sent.origin.context
    case .completed(let run), .elements(let run): run.origin.context
    case .action, .start, .turn: nil
    }
  }
}
