#if Servers
public import StoreCore
import Synchronization
public import Tracing

/// An observer that makes a span for each effect of its stores, by swift-distributed-tracing.
///
/// ```swift
/// let tracing = TracingObserver()
/// let options = StoreOptions(name: "search", observers: [tracing])
/// ```
///
/// One observer can be given to any number of stores. A span begins when its effect is launched, and ends when the
/// effect has ended; an effect that has to wait for its turn notes that by the event `started`. A span has the attributes
///
/// - `store.name`: the store's name, or its number;
/// - `effect.outcome`: `finished`, `failed`, `cancelled`, `replaced` or `refused`;
/// - `effect.refusal`: the reason of a refusal;
/// - `code.file.path` and `code.line.number`: the place of the send that led to the effect, if it is known.
///
/// A failed effect's span records the error.
///
/// The span is below that of what sent the effect's action, whether that is an effect of the same store or of another
/// one, or a task outside of stores, also if the action had to wait. While the operation runs, `ServiceContext.current`
/// is that of the span: the spans of its requests are below it.
///
/// Of several such observers of one store, only the first makes spans. Effects that were launched before it was added
/// have none.
public final class TracingObserver: ContextObserver {
  private struct EffectSpan {
    let span: any Span
    /// Whether the effect waits for its turn, or has waited.
    var hasWaited = false
  }

  private let tracer: any Tracer
  private let effectName: @Sendable (EffectInfo) -> String
  private let spans = Mutex<[CancellationToken: EffectSpan]>([:])

  /// Creates an observer.
  ///
  /// - Parameters:
  ///   - tracer: The tracer; that of the system by default.
  ///   - effectName: The name of an effect's span; by default the effect's name, else that of its task, else `effect`.
  public init(
    tracer: any Tracer = InstrumentationSystem.tracer,
    effectName: @escaping @Sendable (EffectInfo) -> String = { $0.id?.description ?? $0.name ?? "effect" }
  ) {
    self.tracer = tracer
    self.effectName = effectName
  }

  /// Ends the spans of effects that have ended.
  public func receive(_ event: RuntimeEvent) {
    switch event.kind {
    case .effectQueued(let info):
      spans.withLock { $0[info.token]?.hasWaited = true }
    case .effectStarted(let info):
      guard let waiting = spans.withLock({ $0[info.token] }), waiting.hasWaited else { return }
      waiting.span.addEvent("started")
    case .effectEnded(let info, let outcome): end(info, as: outcome)
    case .effectRefused(let info, let reason): end(info, as: .refused(reason))
    default: break
    }
  }

  private func end(_ effect: EffectInfo, as outcome: EffectOutcome) {
    guard let span = spans.withLock({ $0.removeValue(forKey: effect.token) })?.span else { return }
    switch outcome {
    case .finished: span.attributes["effect.outcome"] = "finished"
    case .failed(let error):
      span.attributes["effect.outcome"] = "failed"
      span.recordError(error)
      span.setStatus(SpanStatus(code: .error))
    case .cancelled: span.attributes["effect.outcome"] = "cancelled"
    case .replaced: span.attributes["effect.outcome"] = "replaced"
    case .refused(let reason):
      span.attributes["effect.outcome"] = "refused"
      span.attributes["effect.refusal"] = "\(reason)"
    }
    span.end()
  }

  // MARK: Contexts

  package var currentContext: EffectContext { EffectContext(ServiceContext.current ?? .topLevel, of: self) }

  package func context(
    of effect: EffectInfo,
    in store: StoreIdentity,
    inside outer: EffectContext
  ) -> EffectContext {
    let span = tracer.startAnySpan(effectName(effect), context: outer.value as? ServiceContext ?? .topLevel)
    span.attributes["store.name"] = "\(store)"
    if let place = effect.location {
      span.attributes["code.file.path"] = "\(place.fileID)"
      span.attributes["code.line.number"] = Int(place.line)
    }
    spans.withLock { $0[effect.token] = EffectSpan(span: span) }
    return EffectContext(span.context, inside: outer, of: self)
  }

  package func call(_ body: () -> Void, in context: EffectContext) {
    ServiceContext.withValue(context.value as? ServiceContext, operation: body)
  }

  package nonisolated(nonsending) func run(
    _ operation: @Sendable () async throws -> Void,
    in context: EffectContext
  ) async throws {
    try await ServiceContext.withValue(context.value as? ServiceContext) { try await operation() }
  }
}
#else
/// An observer that makes a span for each effect of its stores, by swift-distributed-tracing.
///
/// It needs the trait `Servers` of the package.
@available(*, unavailable, message: "Write '.package(url: …, traits: [\"Servers\"])' in Package.swift.")
public struct TracingObserver {
  /// It needs the trait.
  public init() {}
}
#endif
