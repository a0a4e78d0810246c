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
  // Each payload is one reference, so that a program is passed on as one word.
  @usableFromInline
  package enum Node: Sendable {
    case operation(EffectOperation<Action>)
    indirect case emit(Action)
    indirect case call(@MainActor @Sendable () -> Action?)
    indirect case cancel(EffectSelector)
    indirect case sequence([EffectProgram])
    indirect case merge([EffectProgram])
    indirect case deferred(@MainActor @Sendable () -> EffectProgram)
    indirect case catching(EffectProgram, @MainActor @Sendable (any Error) -> EffectProgram)
    indirect case modified(EffectProgram, ProgramModifier<Action>)
    indirect case named(EffectProgram, EffectID, NameUse)
    indirect case scoped(EffectProgram, EffectScope)
    indirect case mapped(any MappedProgram<Action>)
    indirect case issue(RuntimeIssue.Kind, String)
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

  /// Whether there are parts that may start later than others.
  var isComposite: Bool {
    switch node {
    case nil, .emit, .call, .cancel, .operation, .issue: false
    case .sequence, .merge, .catching, .modified, .named, .scoped, .mapped, .deferred: true
    }
  }
}

/// A change of a program's operations, or of how the program begins.
@usableFromInline
package enum ProgramModifier<Action: Sendable>: Sendable {
  case options(@Sendable (inout EffectOptions) -> Void)
  case policy(LaunchPolicy)
  case operation(any OperationModifier)
  case debounce(Debounce)
  case throttle(Throttle)
  case onCancel(@MainActor @Sendable () -> Action?)

  func map<Other: Sendable>(_ transform: @escaping @Sendable (Action) -> Other) -> ProgramModifier<Other> {
    switch self {
    case .options(let change): .options(change)
    case .policy(let policy): .policy(policy)
    case .operation(let modifier): .operation(modifier)
    case .debounce(let debounce): .debounce(debounce)
    case .throttle(let throttle): .throttle(throttle)
    case .onCancel(let handler): .onCancel { handler().map(transform) }
    }
  }
}

/// The use of a name around a program.
@usableFromInline
package enum NameUse: Hashable, Sendable {
  /// To find, cancel and replace the program.
  ///
  /// Whether it cancels what is in flight; `nil` leaves that to its policy, and is to replace without one.
  case name(cancelInFlight: Bool?)
  /// The program waits until there was no newer one of the name for a while.
  case debounce
  /// The program begins at most once in an interval.
  case throttle
}
