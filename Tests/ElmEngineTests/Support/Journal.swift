import ElmEngine

/// A store that keeps the notes it gets, and runs the effects it is sent.
typealias Journal = Store<[String], JournalAction>

indirect enum JournalAction: Sendable {
  case note(String)
  case run(Effect<JournalAction>)
}

extension Store where State == [String], Action == JournalAction {
  convenience init(options: StoreOptions) {
    self.init(initialState: [], options: options) { state, action in
      switch action {
      case .note(let text):
        state.append(text)
        return .none
      case .run(let effect):
        return effect
      }
    }
  }

  @discardableResult
  func run(_ effect: Effect<JournalAction>) -> SendHandle {
    send(.run(effect))
  }
}
