public import StoreCore

extension Effect {
  /// The effect as a program, in the vocabulary that all engines share, for an environment.
  ///
  /// An effect deeper than `EffectLimits.nesting` becomes a program that reports this and does nothing else.
  @MainActor
  @inlinable
  public func program(in env: Env) -> EffectProgram<Event> {
    var effect: Effect? = self
    return Self.takeProgram(of: &effect, in: env)
  }

  /// The program of an effect that is not used any more, which is left as `nil` if it is a composition.
  @MainActor
  @inlinable
  static func takeProgram(of effect: inout Effect?, in env: Env) -> EffectProgram<Event> {
    // Most effects are one operation, whose translation needs no stack.
    guard effect?.members != nil, let whole = effect.take() else { return effect?.program(of: [], in: env) ?? .none }
    return .translating(consume whole, parts: { $0.members?.array }, program: { $0.program(of: $1, in: env) })
  }

  /// The effects inside, if it is a composition.
  @usableFromInline
  var members: EffectMembers<Effect>? {
    switch self {
    case .sequence(let members), .merge(let members), .modified(let members, _), .catching(let members, _),
      .answeringCancel(let members, _), .answeringRefusal(let members, _):
      members
    case .task, .action, .event, .cancel, .program: nil
    }
  }

  @MainActor
  @inlinable
  func program(of parts: [EffectProgram<Event>], in env: Env) -> EffectProgram<Event> {
    switch self {
    case .task(let name, let priority, let operation):
      .runOnMainActor(EffectOptions(id: name, priority: priority)) { send in
        await operation(Input(send), env)
      }
    case .action(let action):
      .emit { action(env) }
    case .event(let event):
      .emit(event)
    case .cancel(let name):
      .cancel(.id(name))
    case .sequence:
      .sequence(parts)
    case .merge:
      .merge(parts)
    case .modified(_, let modifier):
      parts.first?.modified(by: modifier) ?? .none
    case .catching(_, let handler):
      parts.first?.catch { error in handler(error).map { .emit($0) } ?? .none } ?? .none
    case .answeringCancel(_, let handler):
      parts.first?.onCancel(handler) ?? .none
    case .answeringRefusal(_, let handler):
      parts.first?.onRefused(handler) ?? .none
    case .program(let make):
      make(env)
    }
  }
}
