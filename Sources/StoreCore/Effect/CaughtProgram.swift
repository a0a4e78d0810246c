/// A program together with what answers its errors.
@usableFromInline
// Sendable: the body is, and is changed by its last owner alone; the handler is a constant.
package final class CaughtProgram<Action: Sendable>: ProgramPart, @unchecked Sendable {
  package private(set) var body: EffectProgram<Action>
  package let handler: @MainActor @Sendable (any Error) -> EffectProgram<Action>
  let facts: ProgramFacts

  package init(
    _ body: EffectProgram<Action>,
    handler: @escaping @MainActor @Sendable (any Error) -> EffectProgram<Action>
  ) {
    self.body = body
    self.handler = handler
    facts = body.facts
  }

  deinit {
    dismantle()
  }

  override func takeParts(into parts: inout [ProgramPart]) {
    body.addPart(to: &parts)
    body = .none
  }
}
