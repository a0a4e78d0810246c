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
/// A feature and its state live on the main actor. Dependencies are its stored properties; those that are called off
/// the main actor have to be `Sendable`.
@MainActor
public protocol Feature {
  /// What can happen.
  associatedtype Action: Sendable
  /// What the feature keeps: an `@Observable` class.
  ///
  /// A class that is not does not compile: no view would hear of its changes. One inside of a function, which takes no such
  /// macro, says `: Observable` itself.
  associatedtype State: AnyObject, Observable

  /// How actions are handled.
  ///
  /// A store calls it once, when it is created.
  func handle() -> ActionHandler<Action, State>
}
