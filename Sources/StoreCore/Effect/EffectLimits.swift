/// The limit of nested effects.
public enum EffectLimits {
  /// The number of nested levels of an effect: 1,000.
  ///
  /// Each composition, modifier, map and scope is a level. An effect of this depth can be made, changed and released on
  /// any thread, also in a debug build and on a stack of 512 KB. A deeper one, and any that it becomes a part of, is
  /// dropped as a whole, with an issue of kind ``RuntimeIssue/Kind/nestedTooDeep``.
  ///
  /// The number of members of a sequence or a merge is not limited.
  public static let nesting = 1_000
}

extension EffectProgram {
  var isTooDeep: Bool { depth == .max }

  /// A program that stands for a refused one, of more levels than the limit, and only reports that.
  static var tooDeep: EffectProgram {
    let issue = Program.issue(
      .nestedTooDeep,
      """
      An effect was dropped because its parts are nested to more than \(EffectLimits.nesting) levels.

      Such a deep effect may exhaust a thread's stack when it is changed or released.

      Put the parts side by side, into one sequence or one merge, which may have any number of members.
      """
    )
    return EffectProgram(issue, depth: .max)
  }
}
