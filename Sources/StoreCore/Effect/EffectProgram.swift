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
    indirect case call(@MainActor @Sendable () -> Action?)
    indirect case cancel(EffectSelector)
    case launch(Launch<Action>)
    case sequence(ProgramList<Action>)
    case merge(ProgramList<Action>)
    case catching(CaughtProgram<Action>)
    case modified(ModifiedProgram<Action>)
    case named(NamedProgram<Action>)
    case scoped(ScopedProgram<Action>)
    indirect case deferred(@MainActor @Sendable () -> EffectProgram<Action>)
    indirect case issue(RuntimeIssue.Kind, String)
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

  /// Whether there are parts that may start later than others.
  var isComposite: Bool {
    switch node {
    case nil, .emit, .call, .cancel, .launch, .issue, .suspended: false
    case .sequence, .merge, .catching, .modified, .named, .scoped, .deferred: true
    }
  }

  /// Adds what the program consists of, if it has parts inside.
  func addPart(to parts: inout [ProgramPart]) {
    switch node {
    case nil, .emit, .call, .cancel, .launch, .deferred, .issue, .suspended: break
    case .sequence(let list), .merge(let list): parts.append(list)
    case .catching(let caught): parts.append(caught)
    case .modified(let modified): parts.append(modified)
    case .named(let named): parts.append(named)
    case .scoped(let moved): parts.append(moved)
    }
  }
}
