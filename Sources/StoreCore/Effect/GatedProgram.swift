/// A program that starts when an operation in front of it has finished, and never does otherwise.
@usableFromInline
// Sendable: the program is, and is changed by its last owner alone; the operation is a constant.
package final class GatedProgram<Action: Sendable>: ProgramPart, @unchecked Sendable {
  package let gate: Launch<Action>
  package private(set) var body: EffectProgram<Action>

  init(_ gate: Launch<Action>, before body: EffectProgram<Action>) {
    self.gate = gate
    self.body = body
  }

  deinit {
    dismantle()
  }

  override func takeParts(into parts: inout [ProgramPart]) {
    body.addPart(to: &parts)
    body = .none
  }
}
