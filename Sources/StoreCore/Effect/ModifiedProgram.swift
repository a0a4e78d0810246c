/// A program of several parts together with what is changed about each of its operations, once they start.
@usableFromInline
// Sendable: the body is, and is changed by its last owner alone; the modifier is a constant.
package final class ModifiedProgram<Action: Sendable>: ProgramPart, @unchecked Sendable {
  package private(set) var body: EffectProgram<Action>
  package let modifier: ProgramModifier<Action>

  init(_ body: EffectProgram<Action>, _ modifier: ProgramModifier<Action>) {
    self.body = body
    self.modifier = modifier
  }

  deinit {
    dismantle()
  }

  override func takeParts(into parts: inout [ProgramPart]) {
    body.addPart(to: &parts)
    body = .none
  }
}
