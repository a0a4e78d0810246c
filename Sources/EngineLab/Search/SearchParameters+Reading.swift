extension SearchParameters: FeatureParameters {
  package static let names = ["debounce", "readTime", "extensions", "limit"]

  package init(_ fields: [String: JSONOutline], with reader: inout ValueReader) {
    self.init()
    if let time = fields["debounce"].flatMap({ reader.time($0, key: "debounce") }) { debounce = time }
    if let time = fields["readTime"].flatMap({ reader.time($0, key: "readTime") }) { readTime = time }
    if let value = fields["extensions"] { extensions = Self.extensions(value, with: &reader) }
    if let limit = fields["limit"].flatMap({ reader.integer($0, key: "limit", in: 1...1000) }) { self.limit = limit }
  }

  private static func extensions(_ outline: JSONOutline, with reader: inout ValueReader) -> [String] {
    let expected = "'extensions' must be a list of file extensions such as [\"swift\", \"md\"]"
    guard case .array(let elements) = outline.content else {
      reader.report(outline, "\(expected), found \(outline.content.name).")
      return []
    }
    if elements.isEmpty { reader.report(outline, "\(expected), found an empty list.") }
    return elements.compactMap { element in
      guard let name = reader.string(element) else {
        reader.report(element, "\(expected), found \(element.content.name).")
        return nil
      }
      if name.isEmpty || name.contains(where: { $0 == "." || $0 == "/" || $0.isWhitespace }) {
        reader.report(element, "'\(name.printable)' is no file extension. Write it without dots, such as 'swift'.")
      }
      return name.lowercased()
    }
  }
}
