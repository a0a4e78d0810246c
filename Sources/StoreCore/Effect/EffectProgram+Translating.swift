/// The bounds of effects.
public enum EffectLimits {
  /// The number of levels of effects inside each other that every engine runs: 1,000.
  ///
  /// As deep as this an effect can be made, changed and released on any thread, also in a debug build and on a stack of
  /// 512 KB. An engine's effect that is deeper is dropped with an issue; see ``RuntimeIssue/Kind/nestedTooDeep(limit:)``.
  ///
  /// How many members a sequence or a merge has is not limited.
  public static let nesting = 1_000

  /// The number of levels of an ``EffectProgram`` that may be inside each other: 6,000, for what is put around an engine's
  /// effect too.
  ///
  /// Each modifier, map and scope is a level. With one more the program becomes an issue,
  /// ``RuntimeIssue/Kind/nestedTooDeep(limit:)``, which it reports when it runs, and does nothing else.
  ///
  /// A program is released level by level, on the stack of the thread that was the last to hold it: for 1,500 levels
  /// 512 KB are enough, also in a debug build. Deeper ones are for threads with a larger stack, such as the main thread.
  public static let programNesting = 6_000
}

extension EffectProgram {
  /// Translates an effect of parts inside each other into a program, without recursion.
  ///
  /// For an engine whose effects are an enumeration. An effect that is deeper than ``EffectLimits/nesting`` becomes a
  /// program that reports so and does nothing else. It is taken apart level by level where nobody else has it: left to
  /// itself, it would end in as many nested calls.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - parts: The effects inside one, in order; `nil` for one that is not a composition.
  ///   - program: The program of one, given the programs of its parts.
  /// - Returns: the program.
  /// - Complexity: O(the parts of all levels).
  public static func translating<Effect>(
    _ effect: consuming Effect,
    parts: (Effect) -> [Effect]?,
    program: (Effect, _ parts: [EffectProgram]) -> EffectProgram
  ) -> EffectProgram {
    // A composition comes twice: to have its parts put on the stack, and to take their programs off.
    var stack: [(effect: Effect, depth: Int, isOpen: Bool)] = [(copy effect, 0, false)]
    var programs: [EffectProgram] = []
    var isTooDeep = false
    while let (next, depth, isOpen) = stack.popLast() {
      guard let members = parts(next) else {
        programs.append(program(next, []))
        continue
      }
      if isOpen {
        let members = Array(programs.suffix(members.count))
        programs.removeLast(members.count)
        programs.append(program(next, members))
      } else if depth == EffectLimits.nesting {
        isTooDeep = true
        break
      } else {
        stack.append((next, depth, true))
        for member in members.reversed() { stack.append((member, depth + 1, false)) }
      }
    }
    guard isTooDeep else { return programs.first ?? .none }
    // Behind the loop, whose variables hold parts of it.
    stack = []
    takeApart(effect, parts)
    return .tooDeep(limit: EffectLimits.nesting)
  }

  private static func takeApart<Effect>(_ effect: consuming Effect, _ parts: (Effect) -> [Effect]?) {
    // Each effect loses its parts to the list before it is let go.
    var pending = [effect]
    while let next = pending.popLast() {
      pending += parts(next) ?? []
    }
  }

  static func tooDeep(limit: Int) -> EffectProgram {
    .issue(
      .nestedTooDeep(limit: limit),
      """
      An effect was dropped whose parts are inside each other to more than \(limit) levels.

      An effect as deep as that may exhaust a thread's stack when it is changed or let go.

      Put the parts side by side, into one sequence or one merge, which may have any number of members.
      """
    )
  }
}
