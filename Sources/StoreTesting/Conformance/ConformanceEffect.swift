public import StoreCore

/// What a check asks an engine to do after an action, in no engine's words.
///
/// An adapter puts it into its engine's own: the point is to check what users write.
public indirect enum ConformanceEffect: Sendable {
  /// An operation that sends actions.
  public typealias Operation = @Sendable (ConformanceSend) async throws -> Void

  /// Nothing.
  case none
  /// The action is handled as part of the same transition.
  case emit(ConformanceAction)
  /// The operation runs beside the handling of actions, under a name or without one.
  case run(id: EffectID?, policy: LaunchPolicy, operation: Operation)
  /// The elements of a sequence are sent as they come, with back-pressure.
  case stream(id: EffectID?, elements: ConformanceStream)
  /// The effects of a name are cancelled.
  case cancel(EffectID)
  /// One after another.
  case sequence([ConformanceEffect])
  /// All together.
  case merge([ConformanceEffect])
  /// An error of the effect is answered with an action.
  case catching(ConformanceEffect, answer: @MainActor @Sendable (any Error) -> ConformanceAction)
  /// A cancel of the effect is answered with an action.
  case answeringCancel(ConformanceEffect, answer: ConformanceAction)
}
