extension EffectTable.StateMachine {
  func names(of id: EffectID?, _ policy: LaunchPolicy, inside container: ContainerKey) -> ClaimedNames {
    let further = container.isNone ? [] : furtherNames(around: container, besides: id)
    return ClaimedNames(own: id.map { ClaimedName(id: $0, policy: policy) }, further: further)
  }

  /// The names of the programs around a launch in which nothing has begun, except those that are its own name.
  func furtherNames(around container: ContainerKey, besides id: EffectID?) -> [ClaimedName] {
    containers.waitingPrograms(around: container).compactMap { key, program in
      program.id == id ? nil : ClaimedName(id: program.id, policy: program.policy, program: key)
    }
  }
}
