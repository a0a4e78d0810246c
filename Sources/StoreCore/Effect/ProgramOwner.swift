import Synchronization

/// Something outside a store with which programs end: the child that a scoped store shows.
package struct ProgramOwner: Hashable, Sendable {
  private static let count = Atomic(0)

  private let number = ProgramOwner.count.add(1, ordering: .relaxed).newValue

  package init() {}

  package var selector: EffectSelector { .id(EffectID(self)) }
}

extension Program {
  /// The program with an owner, with which it ends: it has a name that only ``ProgramOwner/selector`` selects.
  func owned(by owner: ProgramOwner) -> Program {
    // A lone operation is cancelled as one of that name: nothing after it has to end.
    guard case .operation(let operation) = self, operation.id == nil, operation.options.policy == nil else {
      return named(EffectID(owner), for: .owner)
    }
    return modified(
      by: .options {
        $0.id = EffectID(owner)
        $0.policy = .concurrent
      }
    )
  }
}

extension EffectProgram {
  package func owned(by owner: ProgramOwner) -> EffectProgram { EffectProgram(program.owned(by: owner)) }
}
