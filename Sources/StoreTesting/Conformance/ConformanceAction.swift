/// An action of the feature by which an engine is checked: a name, and what handling it does.
///
/// The feature's state is the list of the names that were handled. An engine's handler calls ``handle(_:)`` and does what
/// it returns.
public struct ConformanceAction: Sendable, CustomStringConvertible {
  /// What the state shows of it.
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

  /// Handles the action: what an engine's handler has to do, and nothing besides.
  ///
  /// - Parameter names: The names of the actions that were handled, which are the feature's state.
  /// - Returns: the effect to run, for the engine to put into its own words.
  @MainActor
  public func handle(_ names: inout [String]) -> ConformanceEffect {
    inside?()
    names.append(name)
    return effect
  }

  /// The action's name.
  public var description: String { name }
}
