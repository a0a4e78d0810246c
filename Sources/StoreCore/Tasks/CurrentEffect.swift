/// The effect whose task, or whose child task, is the current one.
package enum CurrentEffect {
  /// The effect whose task is the current one, or one above it.
  ///
  /// Waits check it, so that an effect that waits for itself continues instead, and so do the clocks of time modifiers.
  @TaskLocal static var run: EffectRun?

  package static var info: EffectInfo? { run?.info }
}
