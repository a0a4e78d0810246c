extension Agreement {
  /// The case's name, as documents for machines have it.
  package var name: String {
    switch self {
    case .empty: "empty"
    case .single: "single"
    case .agree: "agree"
    case .differ: "differ"
    }
  }

  /// What differs; nothing where nothing does.
  package var differences: [String] {
    if case .differ(let differences) = self { differences } else { [] }
  }
}
