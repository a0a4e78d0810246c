/// A link from an engine's handler back to its runtime, which holds the handler.
///
/// ```swift
/// let link = RuntimeLink<Int>()
/// let runtime = Runtime<Int> { action in
///   if action < 0 { link.runtime?.report(.other, "A negative number was sent.") }
///   return .none
/// }
/// link.runtime = runtime
/// ```
@MainActor
public final class RuntimeLink<Action: Sendable> {
  /// The runtime, held weakly.
  public weak var runtime: Runtime<Action>?

  /// Creates a link to no runtime.
  public init() {}
}
