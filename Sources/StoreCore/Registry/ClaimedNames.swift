/// A name that a launch claims, and the rule for others of the name.
struct ClaimedName {
  let id: EffectID
  let policy: LaunchPolicy
  /// The program around the launch that has the name; none if it is the launch's own.
  var program = ContainerKey.none
}

/// The names that a launch claims: its own, then those of the programs around it in which nothing has begun.
struct ClaimedNames: RandomAccessCollection {
  let own: ClaimedName?
  /// Inner ones first.
  let further: [ClaimedName]

  var startIndex: Int { own == nil ? 1 : 0 }
  var endIndex: Int { further.count + 1 }

  subscript(index: Int) -> ClaimedName {
    // It begins with 1 if there is none.
    if index == 0, let own { own } else { further[index - 1] }
  }
}
