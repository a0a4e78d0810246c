/// What a user of the checkout feature sees, whichever engine it runs on.
package struct CheckoutScreen: FeatureScreen {
  /// What the feature does.
  package var activity: CheckoutActivity

  /// The steps that are done.
  package var done: [CheckoutStep]

  /// The attempts at each step.
  package var attempts: [CheckoutStep: Int]

  /// Creates a screen.
  package init(activity: CheckoutActivity, done: [CheckoutStep], attempts: [CheckoutStep: Int]) {
    self.activity = activity
    self.done = done
    self.attempts = attempts
  }

  package var phase: String { progress }

  package var progress: String { attempts.isEmpty ? activity.text : "\(activity.text), \(attemptsText)" }

  package var finalState: FinalState {
    FinalState(rows: [
      FinalState.Row("Checkout", activity.text),
      FinalState.Row("Done", done.isEmpty ? "none" : done.map(\.rawValue).joined(separator: ", ")),
      FinalState.Row("Attempts", attemptsText),
    ])
  }

  private var attemptsText: String {
    let steps = CheckoutStep.allCases.compactMap { step in attempts[step].map { "\(step.rawValue) \($0)" } }
    return steps.isEmpty ? "none" : steps.joined(separator: ", ")
  }
}
