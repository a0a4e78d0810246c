extension EffectTable {
  /// Reports that a modifier of an effect, which may have a name, was ignored.
  func report(_ misuse: ModifierMisuse, name: EffectID? = nil, at location: CallSite?) {
    report(.ignoredModifier(misuse.modifier), misuse.message(name: name), at: location)
  }
}

/// A modifier that asks for something its effect cannot do.
package enum ModifierMisuse: Hashable, Sendable {
  /// There is no operation that could take too long.
  case timeoutOfAction
  /// There is no operation that could fail.
  case retryOfAction
  /// The elements of a sequence cannot be read twice.
  case retryOfStream
  /// There is no name that other effects could share.
  case policyWithoutName
  /// It does not have the name that the policy is for.
  case policyOfOtherName(EffectID)
  /// A debounce replaces, and the policy asks for something else.
  case policyOfDebounce
  /// The effect would wait for itself.
  case policyOfWaitCycle

  /// The modifier, as it is written.
  package var modifier: String {
    switch self {
    case .timeoutOfAction: "timeout(after:)"
    case .retryOfAction, .retryOfStream: "retry(_:)"
    case .policyWithoutName, .policyOfDebounce, .policyOfWaitCycle: "policy(_:)"
    case .policyOfOtherName: "policy(_:of:)"
    }
  }

  /// The text that says what happened, why, and what to do; `name` is the effect's, if it has one.
  package func message(name: EffectID?) -> String {
    let subject = name.map { "the effect '\($0)'" } ?? "an effect"
    return switch self {
    case .timeoutOfAction:
      """
      A 'timeout' around \(subject) that is only an action, or a cancel, was ignored.

      It is handled at once, and there is no operation that could take too long.

      Give the timeout to the operation that it is meant for, or leave it out.
      """
    case .retryOfAction:
      """
      A 'retry' around \(subject) that is only an action, or a cancel, was ignored.

      It is handled at once, and there is no operation that could fail.

      Give the retry to the operation that it is meant for, or leave it out.
      """
    case .retryOfStream:
      """
      A 'retry' around \(subject), which forwards the elements of a sequence, was ignored.

      The elements of a sequence cannot be read twice.

      Give the effect a closure that makes the sequence, which is called for each attempt.
      """
    case .policyWithoutName:
      """
      The launch policy of an effect without a name was ignored.

      A policy decides about effects of one name, and this effect has none.

      Name the effect, by 'cancellable(id:)' for instance, or leave the policy out.
      """
    case .policyOfOtherName(let other):
      """
      A launch policy for the name '\(other)' was ignored.

      The effect that it was given to does not have that name, and those inside of a sequence or a merge are not its own.

      Give the effect the name, by 'cancellable(id:)' for instance, or the policy to the effect that has it.
      """
    case .policyOfDebounce:
      """
      The launch policy of \(subject) was ignored, because the effect is debounced.

      Each launch of a debounced effect replaces the one before, which no other policy can change.

      Leave the policy out, or debounce under another name than the one that the policy is for.
      """
    case .policyOfWaitCycle:
      """
      The launch policy of \(subject) was ignored, because the effect would have waited for itself.

      The effects before it wait in turn for the end of a program that it is part of, so it began at once.

      Where programs that queue are nested, nest their names in the same order everywhere.
      """
    }
  }
}
