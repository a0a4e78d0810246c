/// The news that a stream's buffer has elements.
final class StreamLetter<Action: Sendable>: Letter, @unchecked Sendable {
  // Sendable: all stored properties are constants of Sendable types.
  let run: EffectRun<Action>
  let buffer: StreamBuffer<Action>

  init(run: EffectRun<Action>, buffer: StreamBuffer<Action>) {
    self.run = run
    self.buffer = buffer
    super.init(.stream)
  }
}
