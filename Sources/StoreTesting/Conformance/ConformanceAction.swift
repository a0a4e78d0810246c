/// An action of the feature with which an engine is checked: a name, and its handling.
///
/// The feature's state is the list of the handled names. An engine's handler calls ``handle(_:)`` and runs the effect
/// that it returns.
public struct ConformanceAction: Sendable, CustomStringConvertible {
  /// The name that the state shows.
  public let name: String

  private let effect: ConformanceEffect
  private let inside: (@MainActor @Sendable () -> Void)?

  init(
    _ name: String,
    effect: ConformanceEffect = .none,
    inside: (@MainActor @Sendable () -> Void)? = nil
  ) {
    self.name = name
    self.effect = effect
    self.inside = inside
  }

  /// Handles the action; an engine's handler calls it and does nothing else.
  ///
  /// - Parameter names: The names of the handled actions, which are the feature's state.
  /// - Returns: the effect to run, for the engine to translate into its own.
  @MainActor
  public func handle(_ names: inout [String]) -> ConformanceEffect {
    inside?()
    names.append(name)
    return effect
  }

  /// The action's name.
  public var description: String { name }
}
