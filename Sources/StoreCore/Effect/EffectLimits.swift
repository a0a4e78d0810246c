/// The limit of nested effects.
public enum EffectLimits {
  /// The number of nested levels of an effect: 1,000.
  ///
  /// Each composition, modifier, map and scope is a level. An effect of this depth can be made, changed and released on any thread, also in a debug build and on a stack of
  /// 512 KB. A deeper one, and any that it becomes a part of, is dropped as a whole, with an issue of kind
  /// ``RuntimeIssue/Kind/nestedTooDeep``.
  ///
  /// The number of members of a sequence or a merge is not limited.
  public static let nesting = 1_000
}
