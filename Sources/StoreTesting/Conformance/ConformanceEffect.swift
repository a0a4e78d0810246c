public import StoreCore

/// An effect that a check asks an engine to run after an action, independent of any engine.
///
/// An adapter translates it into its engine's own effects, because these are what users write.
public indirect enum ConformanceEffect: Sendable {
  /// An operation that sends actions.
  public typealias Operation = @Sendable (ConformanceSend) async throws -> Void

  /// Nothing.
  case none
  /// The action is handled as part of the same transition.
  case emit(ConformanceAction)
  /// The operation runs concurrently with the handling of actions, with or without a name.
  case run(id: EffectID?, policy: LaunchPolicy, operation: Operation)
  /// The elements of a sequence are sent as they come, with back-pressure.
  case stream(id: EffectID?, elements: ConformanceStream)
  /// The selected effects are cancelled.
  case cancel(EffectSelector)
  /// The effects run one after another.
  case sequence([ConformanceEffect])
  /// The effects run at the same time.
  case merge([ConformanceEffect])
  /// An error of the effect is answered with an action.
  case catching(ConformanceEffect, answer: @MainActor @Sendable (any Error) -> ConformanceAction)
  /// A cancel of the effect is answered with an action.
  case answeringCancel(ConformanceEffect, answer: ConformanceAction)
  /// The effect has a further name, with a policy of its own.
  case named(ConformanceEffect, id: EffectID, policy: LaunchPolicy)
  /// A refusal of the effect is answered with an action.
  case answeringRefusal(ConformanceEffect, answer: ConformanceAction)
  /// The effect is in a scope.
  case scoped(ConformanceEffect, to: EffectScope)
  /// The effect's action has a mark.
  case marked(ConformanceEffect, by: EffectMark)
}

/// A way to send actions for an operation of a check.
public struct ConformanceSend: Sendable {
  private let post: @Sendable (ConformanceAction) -> Void
  private let performAction: @Sendable (ConformanceAction) async -> Void

  /// Creates it from what an engine passes to an operation.
  ///
  /// - Parameters:
  ///   - send: Sends an action, and returns at once.
  ///   - perform: Sends an action, and waits for everything that it causes.
  public init(
    send: @escaping @Sendable (ConformanceAction) -> Void,
    perform: @escaping @Sendable (ConformanceAction) async -> Void
  ) {
    post = send
    performAction = perform
  }

  /// Creates it from StoreCore's own.
  public init(_ send: Send<ConformanceAction>) {
    self.init {
      send($0)
    } perform: {
      await send.perform($0)
    }
  }

  func callAsFunction(_ name: String) {
    post(ConformanceAction(name))
  }

  func callAsFunction(_ action: ConformanceAction) {
    post(action)
  }

  func perform(_ action: ConformanceAction) async {
    await performAction(action)
  }
}

extension ConformanceEffect {
  /// The effect as a program: for an engine whose effects are programs, or that has no effect of its own for a part.
  public var program: EffectProgram<ConformanceAction> {
    switch self {
    case .none:
      .none
    case .emit(let action):
      .emit(action)
    case .run(let id, let policy, let operation):
      .run(EffectOptions(id: id, policy: policy)) { send in try await operation(ConformanceSend(send)) }
    case .stream(let id, let elements):
      .stream(elements, EffectOptions(id: id))
    case .cancel(let selector):
      .cancel(selector)
    case .sequence(let members):
      .sequence(members.map(\.program))
    case .merge(let members):
      .merge(members.map(\.program))
    case .catching(let effect, let answer):
      effect.program.catch { .emit(answer($0)) }
    case .answeringCancel(let effect, let answer):
      effect.program.onCancel { answer }
    case .named(let effect, let id, let policy):
      effect.program.cancellable(id: id).policy(policy)
    case .answeringRefusal(let effect, let answer):
      effect.program.onRefused { answer }
    case .scoped(let effect, let scope):
      effect.program.scoped(to: scope)
    case .marked(let effect, let mark):
      effect.program.marked(by: mark)
    }
  }
}
