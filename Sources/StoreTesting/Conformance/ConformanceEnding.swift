/// A way to end an effect before it is done, of which observers are told; see `EffectEnder`.
public enum ConformanceEnding: CaseIterable, Sendable {
  /// A cancel of names.
  case names
  /// A cancel of the names that satisfy a condition.
  case condition
  /// A cancel of all effects.
  case all
  /// A cancel of a scope.
  case scope
  /// The child that the effect's scope stands for has left the state.
  case departure
  /// A cancel of a mark.
  case mark
  /// A cancel of a handle.
  case handle
  /// A cancel of the effect alone, by a tool.
  case effect
  /// What the effect was launched for has ended.
  case owner
  /// A newer effect or a program of the same name.
  case replacement
  /// Its store was stopped.
  case stop
  /// Its store has ended.
  case storeEnd
  /// An interceptor, as in a simulation.
  case interceptor
}
