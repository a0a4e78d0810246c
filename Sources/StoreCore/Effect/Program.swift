/// An action of any store; only the store's ``Runtime`` knows its type.
@usableFromInline package typealias AnyAction = any Sendable

/// An ``EffectProgram`` without its type of actions: what the interpreter runs.
@usableFromInline
package enum Program: Sendable {
  case none
  // Each payload is one reference, so that a program takes one word.
  case operation(EffectOperation)
  indirect case emit(AnyAction)
  indirect case call(@MainActor @Sendable () -> AnyAction?)
  indirect case cancel(EffectSelector)
  indirect case sequence([Program])
  indirect case merge([Program])
  indirect case deferred(@MainActor @Sendable () -> Program)
  indirect case catching(Program, @MainActor @Sendable (any Error) -> Program)
  indirect case modified(Program, ProgramModifier)
  indirect case named(Program, EffectID, NameUse)
  indirect case scoped(Program, EffectScope)
  indirect case mapped(Program, PartMap)
  indirect case issue(RuntimeIssue.Kind, String)
  indirect case marked(Program, EffectMark)

  @inlinable package var isNone: Bool {
    if case .none = self { true } else { false }
  }

  /// Whether it has parts that may start later than others.
  var isComposite: Bool {
    switch self {
    case .none, .emit, .call, .cancel, .operation, .issue: false
    case .sequence, .merge, .catching, .modified, .named, .scoped, .mapped, .deferred, .marked: true
    }
  }

  /// Whether it is in a scope of its own, perhaps inside maps and marks.
  var hasScope: Bool {
    var next = self
    while true {
      switch next {
      case .mapped(let body, _), .marked(let body, _): next = body
      case .scoped: return true
      default: return false
      }
    }
  }

  /// Whether it may mark its action or cancel by a mark: what is made later is not known yet.
  var hasMark: Bool {
    var next = self
    var others: [Program] = []
    while true {
      switch next {
      case .marked: return true
      case .cancel(let selector):
        if case .marked = selector.kind { return true }
      case .sequence(let members), .merge(let members): others += members
      case .modified(let body, _), .named(let body, _, _), .scoped(let body, _), .mapped(let body, _),
        .catching(let body, _):
        next = body
        continue
      case .none, .emit, .call, .operation, .deferred, .issue: break
      }
      guard let other = others.popLast() else { return false }
      next = other
    }
  }

  // MARK: Changes

  /// The program with a change of its operations: made at once if it is one, else when they start.
  func modified(by modifier: ProgramModifier) -> Program {
    switch self {
    case .none, .issue: self
    case .operation(let operation) where modifier.applies(to: operation):
      .operation(operation.modified(by: modifier))
    default: .modified(self, modifier)
    }
  }

  func named(_ id: EffectID, for use: NameUse) -> Program { isNone ? self : .named(self, id, use) }

  /// The same program for the whole of a part; nothing inside is rewritten before it runs, at the same cost for any depth.
  func mapped(_ map: PartMap) -> Program {
    isComposite ? .mapped(self, map) : outermostMapped(map)
  }

  /// The same program for the whole of a part, whose parts are mapped when they run.
  func outermostMapped(_ map: PartMap) -> Program {
    switch self {
    case .none, .cancel, .issue: self
    case .emit(let action): .emit(map.embed(action))
    case .call(let make): .call { make().map { map.embed($0) } }
    case .operation(let operation): .operation(operation.mapped(map))
    case .sequence(let members): .sequence(members.map { $0.mapped(map) })
    case .merge(let members): .merge(members.map { $0.mapped(map) })
    case .deferred(let make): .deferred { make().mapped(map) }
    case .catching(let body, let handler): .catching(body.mapped(map)) { handler($0).mapped(map) }
    case .modified(let body, let modifier): .modified(body.mapped(map), modifier.mapped { map.embed($0) })
    case .named(let body, let id, let use): .named(body.mapped(map), id, use)
    case .scoped(let body, let scope): .scoped(body.mapped(map), scope)
    case .marked(let body, let mark): .marked(body.mapped(map), mark)
    case .mapped(let body, let inner): body.outermostMapped(.nested(inner, in: map))
    }
  }
}

/// A change of a program's operations, or of how the program begins.
@usableFromInline
package enum ProgramModifier: Sendable {
  case options(@Sendable (inout EffectOptions) -> Void)
  /// A policy for the name that was given last, or for a certain one.
  case policy(LaunchPolicy, of: EffectID?)
  case operation(any OperationModifier)
  case throttle(Throttle)
  case onCancel(@MainActor @Sendable () -> AnyAction?)
  case onRefused(@MainActor @Sendable () -> AnyAction?)

  func mapped(_ transform: @escaping @Sendable (AnyAction) -> AnyAction) -> ProgramModifier {
    switch self {
    case .onCancel(let handler): .onCancel { handler().map(transform) }
    case .onRefused(let handler): .onRefused { handler().map(transform) }
    case .options, .policy, .operation, .throttle: self
    }
  }
}

/// The use of a name around a program.
@usableFromInline
package enum NameUse: Hashable, Sendable {
  /// To find, cancel and replace the program. Where `cancelInFlight` is `nil` its policy decides; without a policy the
  /// program cancels what is in flight.
  case name(cancelInFlight: Bool?)
  /// To find, cancel and replace an operation that was given a name of a debounce or a throttle after this one. The
  /// policy was given before that, and is ignored if the operation was debounced under this name.
  case former(LaunchPolicy?, isDebounced: Bool)
  /// The program waits until no newer one of the name has come for a while.
  case debounce
  /// The program begins at most once in an interval.
  case throttle
  /// The program ends with its owner. It replaces nothing, and takes no policy.
  case owner
}
