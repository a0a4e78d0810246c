import EffectViewEngine

// A synchronous send belongs to the main actor, whatever the client's settings.

private enum Event { case tick }

private func detach(_ input: Input<Event>) {
  Task.detached {
    input.send(.tick)  // ❌ Error: the main actor's method is called without a hop

    // Correct way - in its turn
    input(.tick)
  }
}
