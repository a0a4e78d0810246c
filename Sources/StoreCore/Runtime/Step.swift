/// A remaining step of the message that a store is handling.
enum Step {
  /// Run a program under a node; its end is reported to the frame.
  case interpret(Program, frame: Frame?, node: NodeKey)
  /// A part inside the frame has ended; what follows is caused by the same action, which may have sent others.
  case end(frame: Frame?, node: NodeKey, cause: EventCause?, launcher: AnyAction?, hasSent: Bool)
  /// The last action of an effect was handled; what follows is caused by the action that launched it.
  case endEffect(EffectRun)
  /// Handle the rest of the elements that were taken from a stream.
  case elements(ArraySlice<AnyAction>, EffectRun)
  /// The elements that were taken from a stream have been handled.
  case endElements(EffectRun)
  /// Handle the end of an effect whose elements were handled.
  case complete(EffectRun)
  /// Handle the answer to the refusal of an effect.
  case answerRefusal(EffectRun, node: NodeKey)
  /// Resume the waits for an effect: its successor in its program has begun.
  case finish(EffectRun)
  /// Release a node.
  case release(NodeKey)
  /// Let go of the node of a stream whose elements were handled.
  case letGoNode(EffectRun, keeper: NodeKey)
  /// Make later actions wait for the effects of this one, in a sequential store.
  case block(NodeKey)
}
