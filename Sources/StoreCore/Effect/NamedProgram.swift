/// A program that is known by a name as a whole.
@usableFromInline
// Sendable: the body is, and is changed by its last owner alone; the others are constants.
package final class NamedProgram<Action: Sendable>: ProgramPart, @unchecked Sendable {
  package private(set) var body: EffectProgram<Action>
  package let id: EffectID
  /// Whether it cancels what runs under the name before.
  package let cancelsInFlight: Bool

  init(_ body: EffectProgram<Action>, id: EffectID, cancelsInFlight: Bool) {
    self.body = body
    self.id = id
    self.cancelsInFlight = cancelsInFlight
  }

  deinit {
    dismantle()
  }

  override func takeParts(into parts: inout [ProgramPart]) {
    body.addPart(to: &parts)
    body = .none
  }
}
