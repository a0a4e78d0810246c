/// The news that a stream's buffer has elements.
@usableFromInline
// Sendable: all stored properties are constants of Sendable types.
final class StreamLetter<Action: Sendable>: Letter, @unchecked Sendable {
  @usableFromInline let run: EffectRun<Action>
  @usableFromInline let buffer: StreamBuffer<Action>

  @inlinable
  init(run: EffectRun<Action>, buffer: StreamBuffer<Action>) {
    self.run = run
    self.buffer = buffer
    super.init(.stream)
  }
}
