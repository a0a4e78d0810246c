/// The news that a stream's buffer has elements.
// Sendable: all stored properties are constants of Sendable types.
final class StreamLetter<Action: Sendable>: Letter, @unchecked Sendable {
  let run: EffectRun<Action>
  let buffer: StreamBuffer<Action>

  init(run: EffectRun<Action>, buffer: StreamBuffer<Action>) {
    self.run = run
    self.buffer = buffer
    super.init(.stream)
  }
}
