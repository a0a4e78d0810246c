extension JSONOutline {
  /// The kind of a value, and its parts.
  package indirect enum Content: Equatable, Sendable {
    /// An object, with all members in the order of the file, equal keys included.
    case object([Member])
    /// An array.
    case array([JSONOutline])
    /// A string.
    case string
    /// A number.
    case number
    /// `true`.
    case `true`
    /// `false`.
    case `false`
    /// `null`.
    case null

    /// The kind as messages name it, with its article.
    package var name: String {
      switch self {
      case .object: "an object"
      case .array: "an array"
      case .string: "a string"
      case .number: "a number"
      case .true: "true"
      case .false: "false"
      case .null: "null"
      }
    }
  }
}
