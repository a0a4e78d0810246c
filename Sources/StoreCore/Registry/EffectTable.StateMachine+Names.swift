extension EffectTable.StateMachine {
  /// The names that a launch claims; without a name, and outside of named programs, it has nothing to do with others.
  func names(of id: EffectID?, _ policy: LaunchPolicy, inside container: ContainerKey) -> [ClaimedName] {
    let own = id.map { [ClaimedName(id: $0, policy: policy)] } ?? []
    return container.isNone ? own : own + furtherNames(around: container, besides: id)
  }

  /// The names of the programs around a launch in which nothing has begun, except those that are its own name.
  func furtherNames(around container: ContainerKey, besides id: EffectID?) -> [ClaimedName] {
    containers.waitingPrograms(around: container).compactMap { key, program in
      program.id == id ? nil : ClaimedName(id: program.id, policy: program.policy, program: key)
    }
  }
}
