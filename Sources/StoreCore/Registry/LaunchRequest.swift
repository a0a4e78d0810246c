/// The facts about a launch that the registry needs for its decision.
struct LaunchRequest: Sendable {
  /// The name within the store.
  var id: EffectID?
  var policy = LaunchPolicy.replace
  /// The launches of an interval that may begin, if the name is throttled.
  var edges: ThrottleEdges?
  let position: Position
  var traits = RunTraits()
  var scope: EffectScope?
  /// The innermost container that the run is part of.
  var container = ContainerKey.none
}

/// The facts about a run that the registry needs besides its name.
struct RunTraits: Hashable, Sendable {
  /// Whether it forwards a stream, which a wait for a tree leaves out unless something follows it.
  var isStream = false
  /// Whether members of sequences start after it.
  var hasNext = false
  /// Whether its end has a continuation on the main actor, which its node has to wait for even after a cancel.
  var continuesOnMainActor = false

  /// Whether a wait for a tree waits for its end.
  var isInTree: Bool { !isStream || hasNext }
}
