/// The last actions of effects each of which was launched by the action of the one before.
package final class EffectTrail: Sendable {
  private let action: any Sendable
  private let previous: EffectTrail?

  package init(_ action: any Sendable, after previous: EffectTrail?) {
    self.action = action
    self.previous = previous
  }

  /// The actions, the oldest first.
  package var actions: [any Sendable] {
    var actions: [any Sendable] = []
    var trail: EffectTrail? = self
    while let current = trail {
      actions.append(current.action)
      trail = current.previous
    }
    return actions.reversed()
  }
}
