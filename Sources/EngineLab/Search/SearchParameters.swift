extension Search {
  /// The surroundings that a scenario file may give.
  struct Parameters: FeatureParameters {
    enum Key: String, CaseIterable {
      case debounce, readTime, extensions, limit
    }

    /// How long the text must rest before a search starts.
    var debounce: Duration = .milliseconds(300)
    /// The virtual time that reading one file takes in a comparison.
    var readTime: Duration = .milliseconds(1)
    /// The extensions of the files to search, in lower case and without dots.
    var extensions = ["swift", "md", "json", "txt"]
    /// How many hits to keep; further ones are only counted.
    var limit = 20

    var fileExtensions: [String]? { extensions }

    mutating func read(_ key: Key, from value: any Decoder) throws {
      switch key {
      case .debounce: debounce = try value.time()
      case .readTime: readTime = try value.time()
      case .extensions: extensions = try Self.extensions(from: value)
      case .limit: limit = try value.integer(in: 1...1000)
      }
    }

    private static func extensions(from value: any Decoder) throws -> [String] {
      let expected = "'extensions' must be a list of file extensions such as [\"swift\", \"md\"]"
      let elements = try value.elements(orElse: expected)
      if elements.isEmpty { throw value.problem("\(expected), found an empty list.") }
      return try elements.map { element in
        let name = try element.string(orElse: expected)
        if name.isEmpty || name.contains(where: { $0 == "." || $0 == "/" || $0.isWhitespace }) {
          throw element.problem(
            "'\(name.printable)' is no file extension. Write it without dots, such as 'swift'."
          )
        }
        return name.lowercased()
      }
    }
  }
}

extension Search.Action {
  enum Command: String, CaseIterable {
    /// Makes the field hold this text, which is never empty; the debounce starts again.
    case type
    /// Cancels the search that waits or runs, and keeps the text and the hits.
    case cancel
    /// Empties the field and the hits, and cancels the search that waits or runs.
    case clear
  }

  init(_ command: Command, from value: any Decoder) throws {
    switch command {
    case .type:
      let text = try value.string()
      if text.isEmpty { throw value.problem("'type' is empty. Use 'clear' to empty the field.") }
      self = .typed(text)
    case .cancel:
      try value.confirm()
      self = .cancelTapped
    case .clear:
      try value.confirm()
      self = .cleared
    }
  }
}
