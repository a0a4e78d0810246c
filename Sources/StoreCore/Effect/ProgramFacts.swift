/// What is known of a program without looking into it.
struct ProgramFacts {
  /// Whether the program as a whole has a name.
  var hasName = false
  /// The policy that was given to it, as long as no name has made it its own.
  var policy: LaunchPolicy?
  /// Whether a throttle may refuse it or hold it back.
  var isThrottled = false
}

extension EffectProgram {
  var facts: ProgramFacts {
    switch node {
    case .launch(let launch):
      ProgramFacts(
        hasName: launch.id != nil,
        policy: launch.id == nil ? launch.givenPolicy : nil,
        isThrottled: launch.throttle != nil
      )
    case .modified(let modified): modified.facts
    case .catching(let caught): caught.facts
    case .scoped(let moved): moved.facts
    case .named(let named): ProgramFacts(hasName: true, isThrottled: named.facts.isThrottled)
    case nil, .emit, .call, .cancel, .sequence, .merge, .deferred, .issue, .suspended: ProgramFacts()
    }
  }
}
