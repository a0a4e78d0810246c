import StoreCore

/// A wrapper that compares states; if they cannot be compared, all are equal.
struct ComparedState<State>: Equatable {
  private let state: State

  init(_ state: State) {
    self.state = state
  }

  /// Whether states of this type can be compared.
  static var isComparable: Bool { State.self is any Equatable.Type }

  static func == (lhs: ComparedState, rhs: ComparedState) -> Bool {
    func isSame<Comparable: Equatable>(_ state: Comparable) -> Bool {
      (rhs.state as? Comparable).map { PartComparison.areSame(state, $0) } ?? false
    }
    return (lhs.state as? any Equatable).map { isSame($0) } ?? true
  }
}
