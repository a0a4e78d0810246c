#if DEBUG
extension EffectTable {
  /// Reports that an effect or a program has replaced an effect, if both were launched side by side.
  func reportDuplicate(_ id: EffectID, of other: EffectRun?, from origin: Origin, in frame: Frame?) {
    guard let other, origin.messageNumber != 0, other.origin.messageNumber == origin.messageNumber,
      sharesMerge(frame, other.frame)
    else { return }
    // A program around it may have claimed its own name at the same time.
    let others = names(of: other.id, around: other.frame)
    let id = names(of: id, around: frame).first(where: others.contains) ?? id
    let action = origin.launcher.map { " of the action \(RepeatedActions.words(for: $0))" } ?? ""
    report(
      .duplicateName(id),
      """
      Two effects that were launched together have the name '\(id)'\(action): the second has replaced the first.

      An effect replaces the running one of its name, unless its policy says otherwise, and parts of a merge run side by \
      side.

      Give each a name of its own, have them follow each other in a sequence, or use another policy, such as \
      '.concurrent'.
      """,
      at: origin.location.known
    )
  }

  /// Whether both are parts of one merge.
  private func sharesMerge(_ first: Frame?, _ second: Frame?) -> Bool {
    // An effect is launched, and replaced by a launch, on the main actor.
    MainActor.assumeIsolated { !merges(around: first).isDisjoint(with: merges(around: second)) }
  }

  /// The name of an effect or a program, and those of the programs around it, the innermost first.
  private func names(of id: EffectID?, around frame: Frame?) -> [EffectID] {
    // As below.
    MainActor.assumeIsolated { () -> [EffectID] in
      var names = id.map { [$0] } ?? []
      for case .registered(let name?) in (frame?.path.map(\.kind) ?? []) { names.append(name) }
      return names
    }
  }

  @MainActor
  private func merges(around frame: Frame?) -> Set<ObjectIdentifier> {
    guard let frame else { return [] }
    return Set(frame.path.filter { if case .merge = $0.kind { true } else { false } }.map { ObjectIdentifier($0) })
  }
}
#endif
