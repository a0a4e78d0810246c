/// What is left to do when a handler suspends, and is done when it has returned.
enum Continuation<Action: Sendable> {
  /// The rest of the programs under a node.
  case agenda([AgendaStep<Action>], node: SlotKey)
  /// The end of a run, whose last action is handled.
  case end(EffectRun<Action>)
  /// The registry has to know that a run's last action was handled.
  case finish(EffectRun<Action>)
  /// The rest of a batch of a stream's elements.
  case forward(ArraySlice<Action>, EffectRun<Action>)
  /// The batch is over.
  case finishBatch(StreamLetter<Action>)
  /// The landing of a run, whose buffered elements come first.
  case land(EffectRun<Action>)
}
