#if DEBUG
extension RuntimeCore {
  /// Reports that an effect or a program has replaced an effect, if both were launched side by side.
  func reportDuplicate(_ id: EffectID, of other: EffectRun?, in frame: Frame?) {
    guard let other, other.messageNumber == messageCount,
      !merges(around: frame).isDisjoint(with: merges(around: other.frame))
    else { return }
    // A program around it may have claimed its own name at the same time.
    let others = names(of: other.id, around: other.frame)
    let id = names(of: id, around: frame).first(where: others.contains) ?? id
    let action = current.launcher.map { " of the action \(RepeatedActions.words(for: $0))" } ?? ""
    table.report(
      .duplicateName(id),
      """
      Two effects that were launched together have the name '\(id)'\(action): the second has replaced the first.

      An effect replaces the running one of its name, unless its policy says otherwise, and parts of a merge run side by \
      side.

      Give each a name of its own, have them follow each other in a sequence, or use another policy, such as \
      '.concurrent'.
      """,
      at: current.location.known
    )
  }

  /// The name of an effect or a program, and those of the programs around it, the innermost first.
  private func names(of id: EffectID?, around frame: Frame?) -> [EffectID] {
    var names = id.map { [$0] } ?? []
    for case .container(let name?) in (frame?.path.map(\.kind) ?? []) { names.append(name) }
    return names
  }

  private func merges(around frame: Frame?) -> Set<ObjectIdentifier> {
    guard let frame else { return [] }
    return Set(frame.path.filter { if case .merge = $0.kind { true } else { false } }.map { ObjectIdentifier($0) })
  }
}
#endif
