/// The parameters of the search feature.
package struct SearchParameters: Equatable, Sendable {
  /// How long the text must rest before a search starts.
  package var debounce: Duration

  /// The virtual time that reading one file takes in a comparison.
  package var readTime: Duration

  /// The extensions of the files to search, in lower case and without dots.
  package var extensions: [String]

  /// How many hits to keep; further ones are only counted.
  package var limit: Int

  /// Creates parameters.
  package init(
    debounce: Duration = .milliseconds(300),
    readTime: Duration = .milliseconds(1),
    extensions: [String] = ["swift", "md", "json", "txt"],
    limit: Int = 20
  ) {
    self.debounce = debounce
    self.readTime = readTime
    self.extensions = extensions
    self.limit = limit
  }
}
