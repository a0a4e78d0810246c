/// A name that a launch claims, and the rule for others of the name.
///
/// A launch claims its own name, then those of the programs around it in which nothing has begun, inner ones first.
struct ClaimedName {
  let id: EffectID
  let policy: LaunchPolicy
  /// The program around the launch that has the name; none if it is the launch's own.
  var program = ContainerKey.none
}
