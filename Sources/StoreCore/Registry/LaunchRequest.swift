/// The facts about a launch that the registry needs for its decision.
struct LaunchRequest: Sendable {
  /// The name within the store.
  let id: EffectID?
  let policy: LaunchPolicy
  /// The launches of an interval that may begin, if the name is throttled.
  let edges: ThrottleEdges?
  let position: Position
  let traits: RunTraits
  let scope: EffectScope?
  /// The innermost container that the run is part of.
  let container: ContainerKey

  init(
    id: EffectID? = nil,
    policy: LaunchPolicy = .replace,
    edges: ThrottleEdges? = nil,
    at position: Position,
    traits: RunTraits = RunTraits(),
    scope: EffectScope? = nil,
    container: ContainerKey = .none
  ) {
    self.id = id
    self.policy = policy
    self.edges = edges
    self.position = position
    self.traits = traits
    self.scope = scope
    self.container = container
  }
}

/// The facts about a run that the registry needs besides its name.
struct RunTraits: Hashable, Sendable {
  /// Whether it forwards a stream, which a wait for a tree leaves out unless something follows it.
  var isStream: Bool
  /// Whether members of sequences start after it.
  var hasNext: Bool
  /// Whether its end has a continuation on the main actor, which its node has to wait for even after a cancel.
  var continuesOnMainActor: Bool

  /// Whether a wait for a tree waits for its end.
  var isInTree: Bool { !isStream || hasNext }

  init(isStream: Bool = false, hasNext: Bool = false, continuesOnMainActor: Bool = false) {
    self.isStream = isStream
    self.hasNext = hasNext
    self.continuesOnMainActor = continuesOnMainActor
  }
}
