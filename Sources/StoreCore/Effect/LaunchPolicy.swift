/// What happens to the effects of the same name when another one is launched.
///
/// An effect without a name is never affected by another's launch.
public struct LaunchPolicy: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case replace
    case concurrent
  }

  package let kind: Kind

  /// Cancels the running effects of the same name before the new one starts.
  ///
  /// This is the default.
  public static let replace = LaunchPolicy(kind: .replace)

  /// Runs beside the effects of the same name.
  ///
  /// Cancelling by name takes all of them.
  public static let concurrent = LaunchPolicy(kind: .concurrent)
}
