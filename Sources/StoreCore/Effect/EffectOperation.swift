/// An operation with its options: the leaf of an effect program, shared by all effects launched from it.
@usableFromInline
package final class EffectOperation: Sendable {
  /// The work of the effect's task, off the main actor unless the case says otherwise.
  package enum Body: Sendable {
    /// Keeps one action, which is sent when the effect ends; see ``EffectRun/keep(action:)``.
    // The closure itself keeps the action that it makes: that saves a frame in each live effect's memory.
    case task(@concurrent @Sendable (EffectRun) async throws -> Void)
    /// Sends any number of actions.
    case run(@concurrent @Sendable (AnySend) async throws -> Void)
    /// Sends any number of actions, and runs on the main actor.
    case mainActor(@MainActor @Sendable (AnySend) async throws -> Void)
    /// Forwards a stream's elements with back-pressure.
    case stream(@concurrent @Sendable (StreamInlet) async throws -> Void)

    var isStream: Bool { if case .stream = self { true } else { false } }
  }

  /// The parts of an operation, which never changes them: `with(_:)` makes another operation.
  struct Parts: Sendable {
    let body: Body
    var options: EffectOptions
    var answers: EffectAnswers?
    var throttle: Throttle?
    var modifiers: [any OperationModifier] = []
    /// The way of its actions to its store, and of its store's state to it, if they differ.
    var map: PartMap?
    let isRepeatable: Bool

    /// Adds a modifier around all others, but inside a debounce unless it is one: what waits for silence has not begun.
    mutating func add(_ modifier: any OperationModifier) {
      let index = modifier is Debounce ? nil : modifiers.firstIndex { $0 is Debounce }
      modifiers.insert(modifier, at: index ?? modifiers.endIndex)
    }
  }

  private let parts: Parts

  package var body: Body { parts.body }
  /// The options as they were given: the name inside its scope, and the policy if there is one.
  package var options: EffectOptions { parts.options }
  /// What is sent when the operation does not run to its end, if anything is.
  package var answers: EffectAnswers? { parts.answers }
  /// The limit to how often effects of its name may begin, if there is one.
  package var throttle: Throttle? { parts.throttle }
  /// The modifiers around the operation, the innermost first.
  package var modifiers: [any OperationModifier] { parts.modifiers }
  /// Whether the operation can be run again; the elements of a given sequence cannot be reproduced.
  package var isRepeatable: Bool { parts.isRepeatable }

  private init(_ parts: Parts) { self.parts = parts }

  package convenience init(body: Body, options: EffectOptions = EffectOptions(), isRepeatable: Bool? = nil) {
    self.init(Parts(body: body, options: options, isRepeatable: isRepeatable ?? !body.isStream))
  }

  package var isStream: Bool { body.isStream }

  /// The effect's name as it was given.
  package var id: EffectID? { options.id }

  /// The rule for other effects of its name: they are replaced if no policy was given, or if this one is debounced.
  package var policy: LaunchPolicy {
    guard let given = options.policy else { return .replace }
    return isDebounced ? .replace : given
  }

  /// The modifiers that cannot be honoured: a retry that was `given` to the operation itself, or its policy.
  func misuses(givenAs given: EffectOperation) -> [ModifierMisuse] {
    var misuses: [ModifierMisuse] = []
    if !given.isRepeatable, given.modifiers.contains(where: { $0 is Retry }) { misuses.append(.retryOfStream) }
    guard let policy = options.policy, policy != .replace else { return misuses }
    if id != nil { return isDebounced ? misuses + [.policyOfDebounce] : misuses }
    return policy.isLimit ? misuses + [.policyWithoutName] : misuses
  }

  // MARK: Changes

  /// The same operation for the whole of a part.
  package func mapped(_ map: PartMap) -> EffectOperation {
    with {
      $0.answers = $0.answers?.mapped { map.embed($0) }
      $0.map = $0.map.map { .nested($0, in: map) } ?? map
    }
  }

  /// An action of the operation, mapped to those of its store.
  func outer(_ action: AnyAction) -> AnyAction { parts.map?.embed(action) ?? action }

  /// The state that the operation belongs to, in that of its store; `nil` if its part is absent.
  @MainActor
  func inner(_ state: Any) -> Any? {
    guard let map = parts.map else { return state }
    return map.find(state)
  }

  /// The same operation with some of its parts changed.
  func with(_ change: (inout Parts) -> Void) -> EffectOperation {
    var parts = parts
    change(&parts)
    return EffectOperation(parts)
  }

  /// The operation with a modifier, if the modifier is one of operations.
  func modified(by modifier: ProgramModifier) -> EffectOperation {
    with { parts in
      switch modifier {
      case .options(let change): change(&parts.options)
      case .policy(let policy, let id): if id == nil || id == parts.options.id { parts.options.policy = policy }
      case .operation(let modifier): parts.add(modifier)
      case .onCancel(let handler):
        parts.answers = EffectAnswers(onCancel: handler, onRefused: parts.answers?.onRefused)
      case .onRefused(let handler):
        parts.answers = EffectAnswers(onCancel: parts.answers?.onCancel, onRefused: handler)
      case .throttle: break
      }
    }
  }

  /// The operation under a name of its own that decides when it begins.
  ///
  /// A former name becomes one around it, with its policy.
  func known(as id: EffectID, _ change: (inout Parts) -> Void) -> Program {
    let former = self.id.flatMap { $0 == id ? nil : $0 }
    let operation = with { parts in
      parts.options.id = id
      if former != nil { parts.options.policy = nil }
      change(&parts)
    }
    guard let former else { return .operation(operation) }
    return Program.operation(operation).named(former, for: .former(options.policy, isDebounced: isDebounced))
  }
}
