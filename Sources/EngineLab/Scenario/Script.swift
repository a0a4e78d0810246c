/// What a user does with one feature, and in which surroundings.
package struct Script<Feature: LabFeature>: Equatable, Sendable {
  /// The surroundings.
  package var parameters: Feature.Parameters

  /// What the user does, in time order; steps of the same time run in this order.
  package var steps: [Step]

  /// Creates a script without checking it.
  package init(parameters: Feature.Parameters, steps: [Step]) {
    self.parameters = parameters
    self.steps = steps
  }
}
