/// What a user can do in the search feature.
package enum SearchCommand: FeatureCommand {
  /// Makes the field hold this text, which is never empty; the debounce starts again.
  case type(String)
  /// Cancels the search that waits or runs, and keeps the text and the hits.
  case cancel
  /// Empties the field and the hits, and cancels the search that waits or runs.
  case clear

  package static let names = ["type", "cancel", "clear"]

  package static func read(_ name: String, _ value: JSONOutline, with reader: inout ValueReader) -> SearchCommand? {
    guard name == "type" else {
      reader.confirm(value, key: name)
      return name == "cancel" ? .cancel : .clear
    }
    guard let typed = reader.string(value, key: "type") else { return nil }
    if typed.isEmpty { reader.report(value, "'type' is empty. Use 'clear' to empty the field.") }
    return .type(typed)
  }
}
