/// The facts about a launch that the registry needs for its decision.
package struct LaunchRequest<Run> {
  package let run: Run
  /// The name within the store.
  package let id: EffectID?
  package let policy: LaunchPolicy
  /// The launches of an interval that may begin, where the name is throttled.
  package let edges: ThrottleEdges?
  package let origin: LaunchOrigin
  package let traits: RunTraits
  package let scope: EffectScope?
  /// The innermost named program that the run is part of.
  package let group: SlotKey

  package init(
    _ run: Run,
    id: EffectID? = nil,
    policy: LaunchPolicy = .replace,
    edges: ThrottleEdges? = nil,
    from origin: LaunchOrigin,
    traits: RunTraits = RunTraits(),
    scope: EffectScope? = nil,
    group: SlotKey = .none
  ) {
    self.run = run
    self.id = id
    self.policy = policy
    self.edges = edges
    self.origin = origin
    self.traits = traits
    self.scope = scope
    self.group = group
  }
}

extension LaunchRequest: Sendable where Run: Sendable {}

/// The place in the causal tree that a launch comes from.
package enum LaunchOrigin: Sendable {
  /// An action that is handled, or whose other effects run.
  case action(SlotKey)
  /// An action whose handling is over and whose only effect it is: the same as opening a node, launching there and
  /// releasing the node, at once.
  case onlyEffect(parent: SlotKey, isCounted: Bool)

  /// The node on whose cancel the launch depends.
  var node: SlotKey {
    switch self {
    case .action(let node), .onlyEffect(let node, _): node
    }
  }
}

/// The facts about a run that the registry has to know besides its name.
package struct RunTraits: Hashable, Sendable {
  /// Whether it forwards a stream: waiting for a tree leaves it out.
  package var isStream: Bool
  /// Whether its end has a continuation on the main actor, which its node has to wait for even after a cancel.
  package var continuesOnMainActor: Bool

  package init(isStream: Bool = false, continuesOnMainActor: Bool = false) {
    self.isStream = isStream
    self.continuesOnMainActor = continuesOnMainActor
  }
}
