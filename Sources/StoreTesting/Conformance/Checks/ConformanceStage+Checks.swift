/// A single check of an engine.
struct ConformanceCheck<Adapter: ConformanceAdapter> {
  let title: String
  /// The way to end an effect that it is about, if it is about one.
  var ending: ConformanceEnding?
  let body: @MainActor (ConformanceStage<Adapter>) async -> Void

  init(_ title: String, _ body: @escaping @MainActor (ConformanceStage<Adapter>) async -> Void) {
    self.title = title
    self.body = body
  }
}

extension ConformanceStage {
  static func checks(of promise: ConformancePromise) -> [Check] {
    switch promise {
    case .atomicActions: atomicActions
    case .synchronousSend: synchronousSend
    case .identity: identity
    case .launchPolicies: launchPolicies
    case .finalCancel: finalCancel
    case .cancellationIsNoError: cancellationIsNoError
    case .lifetime: lifetime
    case .orderAcrossThreads: orderAcrossThreads
    case .streams: streams
    case .runawayChains: runawayChains
    case .errors: errorChecks
    case .observation: observation
    case .waiting: waiting
    case .sequences: sequences
    }
  }
}
