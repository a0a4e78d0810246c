extension StringProtocol {
  /// The number of columns that the text may take on a terminal at most.
  ///
  /// Terminals differ in what they draw two columns wide, so everything outside ASCII counts as wide. A line that is
  /// cut by this count may end early, but never wraps.
  package var maximumColumns: Int {
    reduce(0) { $0 + ($1.isASCII ? 1 : 2) }
  }
}
