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
  /// What the feature keeps.
  associatedtype State
  /// What can happen to it.
  associatedtype Action: Sendable

  /// Changes the state for an action.
  ///
  /// While it is suspended, later actions wait in their order. It works on a copy, which takes the place of the store's
  /// state when it has returned: what it has changed before a suspension is not seen until then. It must not wait for its
  /// own store; such a wait returns at once, with an issue, or is reported after ten seconds where it is made in a detached
  /// task. A wait for the next of the store's `states` cannot be seen. What can be cancelled, or takes long, belongs in
  /// ``effect(of:state:)``, as everything waits behind a reduce.
  func reduce(into state: inout State, action: Action) async

  /// What to do next, once the state that the action made is the store's.
  ///
  /// The effects have names, are cancelled and send actions as in any engine. Without one of the feature's own nothing is
  /// done. Write it with these very types and labels: one that is `async`, or returns an optional, is another function,
  /// which nobody calls.
  func effect(of action: Action, state: State) -> EffectProgram<Action>
}

extension FeatureType {
  /// Nothing.
  public func effect(of action: Action, state: State) -> EffectProgram<Action> { .none }
}
