#if DEBUG
extension EffectRun {
  /// Reports that it has replaced another one that was launched beside it.
  func reportIfDuplicate(of other: EffectRun?) {
    guard operation.policy.kind == .replace, let other, source.turn != 0,
      other.source.turn == source.turn, sharesMerge(with: other), let id
    else {
      return
    }
    let action = source.launcher.map { " of the action \(RepeatedActions.words(for: $0))" } ?? ""
    table.report(
      .duplicateName(id),
      """
      Two effects that were launched at once have the name '\(id)'\(action): the second has replaced the first.

      An effect replaces the running one of its name, unless its policy says otherwise, and parts of a merge run side by \
      side.

      Give each a name of its own, have them follow each other in a sequence, or use another policy, such as \
      '.concurrent'.
      """,
      at: source.location.known
    )
  }

  /// Whether both are parts of one merge.
  func sharesMerge(with other: EffectRun) -> Bool {
    // An effect is launched, and replaced by a launch, on the main actor.
    MainActor.assumeIsolated {
      var merges: Set<ObjectIdentifier> = []
      var next = frame
      while let current = next {
        if case .merge = current.kind { merges.insert(ObjectIdentifier(current)) }
        next = current.parent
      }
      next = other.frame
      while let current = next {
        if merges.contains(ObjectIdentifier(current)) { return true }
        next = current.parent
      }
      return false
    }
  }
}
#endif
