import StoreCore

/// A store with a feature, on whichever engine: all that an engine has to add to the feature itself.
@MainActor
protocol FeatureHost<Feature> {
  /// The feature, as far as it is the same on every engine.
  associatedtype Feature: LabFeature
  /// The engine's store.
  associatedtype Host: StoreEngine

  /// The store.
  var store: Host { get }

  /// Creates a store.
  init(environment: Feature.Environment, options: StoreOptions)

  /// Does what the user does.
  ///
  /// - Returns: the handle of what that caused, by which the player cancels it when the scenario ends.
  func perform(_ command: Feature.Command) -> SendHandle

  /// What the user sees of a state.
  static func screen(_ state: Host.State) -> Feature.Screen
}
