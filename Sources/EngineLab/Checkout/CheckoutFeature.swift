/// A checkout in three steps, each with retries and a timeout.
package enum CheckoutFeature: LabFeature {
  /// What the shop is like, and how patient the customer.
  package typealias Parameters = CheckoutParameters
  /// What a user can do.
  package typealias Command = CheckoutCommand
  /// What a report tells of.
  package typealias Event = CheckoutEvent
  /// What a user sees.
  package typealias Screen = CheckoutScreen

  package static func environment(_ parameters: CheckoutParameters, in world: World) -> CheckoutEnvironment {
    CheckoutEnvironment(
      shop: Shop(parameters: parameters, clock: world.clock),
      timeout: parameters.timeout,
      retry: parameters.retry
    )
  }

  package static func setting(_ parameters: CheckoutParameters, files: any SearchSource) async throws -> String {
    let times =
      parameters.payTime == parameters.stepTime
      ? "Steps of \(parameters.stepTime.shortText)"
      : "Steps of \(parameters.stepTime.shortText), payments of \(parameters.payTime.shortText)"
    let attempts = parameters.attempts.counting("attempt")
    return "\(times), timeout after \(parameters.timeout.shortText), \(attempts) at most"
  }
}
