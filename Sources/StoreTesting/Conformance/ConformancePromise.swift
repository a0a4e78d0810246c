/// A promise that every engine makes and that the conformance checks test.
public enum ConformancePromise: Int, CaseIterable, Sendable {
  /// Actions are atomic, and handled in the order in which they were sent.
  case atomicActions = 1
  /// A send needs no `await`: when it returns, the action was handled and its effects are registered.
  case synchronousSend
  /// An effect's name is a value within one store, and an effect that ends removes only its own entry.
  case identity
  /// Launch policies decide what happens to effects whose name is taken.
  case launchPolicies
  /// A cancel is immediate and final.
  case finalCancel
  /// A cancel is not an error.
  case cancellationIsNoError
  /// Nothing outlives the store.
  case lifetime
  /// Actions of one sender keep their order across threads.
  case orderAcrossThreads
  /// Streams wait for their store, and lose nothing.
  case streams
  /// Endless chains of actions are stopped.
  case runawayChains
  /// No error is swallowed.
  case errors
  /// Observers see everything, and what caused it.
  case observation
  /// Waits are defined, and end.
  case waiting
  /// The members of a sequence run one after another.
  case sequences
}

extension ConformancePromise: CustomStringConvertible {
  /// The promise as text.
  public var description: String {
    switch self {
    case .atomicActions: "actions are atomic and in order"
    case .synchronousSend: "a send needs no await"
    case .identity: "effects have identities"
    case .launchPolicies: "launch policies do what they say"
    case .finalCancel: "a cancel is immediate and final"
    case .cancellationIsNoError: "a cancel is no error"
    case .lifetime: "nothing outlives the store"
    case .orderAcrossThreads: "one sender's actions keep their order across threads"
    case .streams: "streams wait for their store and lose nothing"
    case .runawayChains: "endless chains are stopped"
    case .errors: "no error is swallowed"
    case .observation: "observers see everything and its causes"
    case .waiting: "waits are defined and end"
    case .sequences: "sequences run one member after another"
    }
  }
}
