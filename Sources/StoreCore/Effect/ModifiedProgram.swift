/// A program of several parts together with what is changed about each of its operations, once they start.
@usableFromInline
// Sendable: the body is, and is changed by its last owner alone; the modifier is a constant.
package final class ModifiedProgram<Action: Sendable>: ProgramPart, @unchecked Sendable {
  package private(set) var body: EffectProgram<Action>
  package let modifier: ProgramModifier<Action>
  let facts: ProgramFacts

  init(_ body: EffectProgram<Action>, _ modifier: ProgramModifier<Action>) {
    self.body = body
    self.modifier = modifier
    var facts = body.facts
    switch modifier {
    case .policy(let policy) where !facts.hasName: facts.policy = policy
    case .throttle: facts.isThrottled = true
    case .options, .policy, .operation, .onCancel, .whole, .members: break
    }
    self.facts = facts
  }

  deinit {
    dismantle()
  }

  override func takeParts(into parts: inout [ProgramPart]) {
    body.addPart(to: &parts)
    body = .none
  }
}
