/// The effects that a store runs after an action was handled: the one vocabulary that every engine's effects are
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
///
/// Programs may be inside each other as deep as the stack of the thread that releases them allows; see
/// ``EffectLimits/nesting``. A sequence or a merge may have any number of members.
public struct EffectProgram<Action: Sendable>: Sendable {
  package let program: Program

  package init(_ program: Program) {
    self.program = program
  }

  /// The program that does nothing.
  ///
  /// It costs nothing.
  public static var none: EffectProgram { EffectProgram(.none) }

  /// Whether there is nothing to do.
  public var isNone: Bool { program.isNone }
}
