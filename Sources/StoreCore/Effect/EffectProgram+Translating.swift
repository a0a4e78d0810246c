extension EffectProgram {
  /// Translates an effect with nested parts into a program, without recursion.
  ///
  /// It is for an engine whose effects are an enumeration, with ``EffectMembers`` for the effects inside others if
  /// anyone can build it. An effect deeper than ``EffectLimits/nesting`` becomes a
  /// program that reports an issue and does nothing else. If nothing else holds the effect, it is released level by
  /// level, without nested calls.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - parts: The effects inside an effect, in order; `nil` if it is not a composition.
  ///   - program: The program of an effect, given the programs of its parts.
  /// - Returns: the program.
  /// - Complexity: O(the parts of all levels).
  public static func translating<Effect>(
    _ effect: consuming Effect,
    parts: (Effect) -> [Effect]?,
    program: (Effect, _ parts: [EffectProgram]) -> EffectProgram
  ) -> EffectProgram {
    // A composition is visited twice: to push its parts, and to pop their programs.
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
    // After the loop, whose variables hold parts of the effect.
    stack = []
    takeApart(effect, parts)
    return .tooDeep
  }

  private static func takeApart<Effect>(_ effect: consuming Effect, _ parts: (Effect) -> [Effect]?) {
    // The list holds the parts of each effect before the effect is released.
    var pending = [effect]
    while let next = pending.popLast() {
      pending += parts(next) ?? []
    }
  }
}
