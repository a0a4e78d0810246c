/// The members of a sequence or of a merge.
@usableFromInline
// Sendable: the members are, and are changed by their last owner alone.
package final class ProgramList<Action: Sendable>: ProgramPart, @unchecked Sendable {
  package private(set) var members: [EffectProgram<Action>]

  package init(_ members: [EffectProgram<Action>]) {
    self.members = members
  }

  deinit {
    dismantle()
  }

  override func takeParts(into parts: inout [ProgramPart]) {
    for member in members {
      member.addPart(to: &parts)
    }
    members = []
  }
}
