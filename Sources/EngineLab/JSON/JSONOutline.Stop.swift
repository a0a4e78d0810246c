extension JSONOutline {
  /// Where a text stops looking like JSON.
  package enum Stop: Error, Equatable {
    /// The text ends inside a value.
    case end
    /// The byte at this offset fits nowhere.
    case unexpected(Int)
    /// The bracket at this offset nests deeper than Foundation reads.
    case tooDeep(Int)
  }
}
