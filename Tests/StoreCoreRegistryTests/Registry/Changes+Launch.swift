@testable import StoreCore

extension EffectTable.StateMachine.Changes {
  /// The run that was launched, unless it was refused.
  var launched: (key: RunKey, node: NodeKey, begins: Bool)? {
    switch launch?.admission {
    case .begins(let key, let node)?: (key, node, true)
    case .waits(let key, let node)?: (key, node, false)
    case .refused?, nil: nil
    }
  }

  var refusal: Refusal? { if case .refused(let refusal)? = launch?.admission { refusal } else { nil } }
}
