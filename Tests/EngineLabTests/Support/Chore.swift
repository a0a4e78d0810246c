import EngineLab

/// The actions of a store whose timeline tests look at.
enum Chore: RecordedAction {
  case begin(String)
  case step(Int)
  case done

  var event: CheckoutEvent? {
    switch self {
    case .begin: .buyRequested
    case .step: nil
    case .done: .done(.pay)
    }
  }
}
