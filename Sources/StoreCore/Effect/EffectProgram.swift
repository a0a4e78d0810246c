/// What a store is asked to do after an action was handled: the one vocabulary that every engine's effects are
/// translated into, and that one interpreter runs.
///
/// A program is a value. Nothing happens until an engine returns it from a handler.
///
/// ```swift
/// EffectProgram<Action>.sequence([
///   .cancel(.id("search")),
///   .task(EffectOptions(id: "search")) { .found(try await search(text)) },
/// ])
/// ```
public struct EffectProgram<Action: Sendable>: Sendable {
  /// Every payload is one reference, so that a program is passed on as one word.
  @usableFromInline
  package enum Node: Sendable {
    indirect case emit(Action)
    indirect case cancel(EffectSelector)
    case launch(Launch<Action>)
    case sequence([EffectProgram])
    case merge([EffectProgram])
    indirect case catching(EffectProgram, @MainActor @Sendable (any Error) -> EffectProgram)
    case scoped(ScopedProgram<Action>)
    /// The program of a handler that has not returned yet.
    case suspended(Suspension<Action>)
  }

  @usableFromInline package let node: Node?

  @inlinable
  package init(node: Node?) {
    self.node = node
  }

  /// The program that does nothing.
  ///
  /// It costs nothing.
  @inlinable public static var none: EffectProgram { EffectProgram(node: nil) }

  /// Whether there is nothing to do.
  @inlinable public var isNone: Bool {
    if case nil = node { true } else { false }
  }
}
