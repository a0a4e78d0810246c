public import Observation

/// A part of an app: its state, its actions, and how the actions are handled.
///
/// ```swift
/// struct CounterFeature: Feature {
///   @Observable
///   final class State {
///     var count = 0
///   }
///
///   enum Action: Sendable {
///     case increment
///   }
///
///   func handle() -> ActionHandler<Action, State> {
///     ActionHandler { action, state in
///       switch action {
///       case .increment:
///         state.count += 1
///         return .none
///       }
///     }
///   }
/// }
/// ```
///
/// A feature and its state live on the main actor. Dependencies are its stored properties, and have to be `Sendable` if
/// they are called off the main actor.
@MainActor
public protocol Feature {
  /// The type of the feature's actions.
  associatedtype Action: Sendable
  /// The type of the feature's state: an `@Observable` class.
  ///
  /// Any other class does not compile, as no view would be notified of its changes. A class inside a function, where
  /// the macro cannot be used, declares `: Observable` itself.
  associatedtype State: AnyObject, Observable

  /// Returns the handler of the feature's actions.
  ///
  /// A store calls it once, when it is created.
  func handle() -> ActionHandler<Action, State>
}
