public import StoreCore

/// A feature: its state, its actions, and how an action changes the state.
///
/// ```swift
/// struct Feature: FeatureType {
///   struct State { var count = 0 }
///
///   enum Action { case increment }
///
///   var dependency: any CounterFeatureDependencyType
///
///   func reduce(into state: inout State, action: Action) async {
///     switch action {
///     case .increment: state.count = await dependency.increment(int: state.count)
///     }
///   }
/// }
/// ```
@MainActor
public protocol FeatureType {
  /// The type of the feature's state.
  associatedtype State
  /// The type of the feature's actions.
  associatedtype Action: Sendable

  /// Changes the state for an action.
  ///
  /// While it is suspended, later actions wait in order. It works on a copy, which replaces the store's state when it
  /// returns: changes before a suspension are not visible until then. It must not wait for its own store: such a wait
  /// returns at once, with an issue, or is reported after ten seconds if a detached task waits. A wait for the next of
  /// the store's `states` cannot be detected. Work that takes long or can be cancelled belongs in an effect, see
  /// ``EffectFeatureType``, as all later actions wait for a reduce.
  func reduce(into state: inout State, action: Action) async

  /// Returns the effect of an action, once the state that the action made is the store's.
  ///
  /// The default returns none. A feature with effects conforms to ``EffectFeatureType``, for which there is no default.
  func effect(of action: Action, state: State) -> EffectProgram<Action>
}

extension FeatureType {
  /// Returns no effect.
  public func effect(of action: Action, state: State) -> EffectProgram<Action> { .none }
}

/// A feature whose actions have effects.
///
/// It does not compile without the function, or with one of other labels or types, which would never be called.
@MainActor
public protocol EffectFeatureType: FeatureType {
  /// Returns the effect of an action, once the state that the action made is the store's.
  ///
  /// Effects have names, are cancelled and send actions as in any engine.
  func effect(of action: Action, state: State) -> EffectProgram<Action>
}

extension EffectFeatureType {
  /// Stands in the way of the default of ``FeatureType``.
  @available(
    *,
    unavailable,
    message:
      "Write 'func effect(of action: Action, state: State) -> EffectProgram<Action>' with these labels and types."
  )
  public func effect(of action: Action, state: State) -> EffectProgram<Action> { .none }
}
