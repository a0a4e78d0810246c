public import StoreCore

extension Effect {
  /// The same effect as the program that the store runs, in the vocabulary that all engines share.
  ///
  /// An effect deeper than `EffectLimits.nesting` becomes a program that reports this and does nothing else.
  @inlinable
  public var program: EffectProgram<Action> {
    var effect = self
    return Self.takeProgram(of: &effect)
  }

  /// The program of an effect that is not used any more, which is left as `none` if it is a composition.
  @inlinable
  static func takeProgram(of effect: inout Effect) -> EffectProgram<Action> {
    // Most effects are one operation, whose translation needs no stack.
    guard effect.members != nil else { return effect.program(of: []) }
    var whole = Effect.none
    swap(&whole, &effect)
    return .translating(consume whole, parts: { $0.members?.array }, program: { $0.program(of: $1) })
  }

  /// The effects inside, if it is a composition.
  @usableFromInline
  var members: EffectMembers<Effect>? {
    switch self {
    case .sequence(let members), .merge(let members): members
    case .none, .task, .cancellable, .stream, .cancel, .program: nil
    }
  }

  @inlinable
  func program(of parts: [EffectProgram<Action>]) -> EffectProgram<Action> {
    switch self {
    case .none:
      .none
    case .sequence:
      .sequence(parts)
    case .task(let operation):
      .task(operation: operation)
    case .cancellable(let operation, let id):
      .task(EffectOptions(id: id), operation: operation)
    case .stream(let stream, let id):
      .stream(stream, EffectOptions(id: id))
    case .cancel(let id):
      .cancel(.id(id))
    case .merge:
      .merge(parts)
    case .program(let program):
      program
    }
  }

  /// Whether the effect is `none`; compositions are not searched.
  @inlinable
  var isNone: Bool {
    if case .none = self { true } else { false }
  }
}
