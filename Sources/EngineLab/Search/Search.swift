import StoreCore

/// A search over the text files of a folder: it waits for more text, and a newer search replaces the previous one.
struct Search: LabFeature {
  /// The time without a change of the text before a search starts.
  var debounce: Duration = .milliseconds(300)
  /// The virtual time that reading one file takes in a comparison.
  var readTime: Duration = .milliseconds(1)
  /// The extensions of the files to search, in lower case and without dots.
  var extensions = ["swift", "md", "json", "txt"]
  /// The number of hits to keep; further ones are only counted.
  var limit = 20

  struct State: Equatable, Sendable {
    var query = ""
    var activity = Activity.idle
    var outcome = SearchOutcome()
  }

  enum Activity: Equatable, Sendable {
    case idle
    case waiting
    case searching(SearchProgress)
    case finished(hits: Int)
  }

  enum Action: Equatable, Sendable {
    /// Makes the field hold this text, which is never empty; the debounce starts again.
    case typed(String)
    /// Cancels the search that waits or runs, and keeps the text and the hits.
    case cancelTapped
    /// Empties the field and the hits, and cancels the search that waits or runs.
    case cleared
    case searchStarted(String)
    case progressed(SearchProgress)
    case found(String, SearchOutcome)
    case failed(String, message: String)
  }

  struct Environment: Sendable {
    let files: Corpus
    let debounce: Duration
    let limit: Int
    /// The wait after each file: in virtual time, as long as reading it takes.
    let pause: @Sendable () async throws -> Void

    /// Searches all files for a query, and reports its progress.
    func search(_ query: String, onProgress: (SearchProgress) -> Void) async throws -> SearchOutcome {
      try await files.search(query, limit: limit) { progress in
        onProgress(progress)
        try await pause()
      }
    }

    /// Searches away from the main actor, for engines whose operations begin there.
    @concurrent func searchInBackground(
      _ query: String,
      onProgress: @Sendable (SearchProgress) -> Void
    ) async throws -> SearchOutcome {
      try await search(query, onProgress: onProgress)
    }
  }

  static let name = "search"

  static func maker(on engine: LabEngine) -> Host<Search>.Maker { engine.search }

  func files(inFolderAt path: String) throws(LabError) -> Corpus {
    let files = try Corpus(ofFolderAt: path, extensions: extensions)
    // Engines that have nothing to search agree whatever they do.
    guard files.files.isEmpty else { return files }
    let skipped = files.skipped.isEmpty ? "" : " that can be searched"
    throw LabError(
      subject: path,
      reason: """
        the folder has no file to search: none with the extension \(extensions.map(\.printable).phrase("or"))\(skipped). Choose another \
        folder with '--folder', or give the scenario other 'extensions'.
        """
    )
  }

  static var readers: Readers {
    [
      "debounce": { $0.debounce = try $1.time() },
      "readTime": { $0.readTime = try $1.time() },
      "extensions": { $0.extensions = try extensions(from: $1) },
      "limit": { $0.limit = try $1.integer(in: 1...1000) },
    ]
  }

  private static func extensions(from value: any Decoder) throws -> [String] {
    let expected = "'extensions' must be a list of file extensions such as [\"swift\", \"md\"]"
    let elements = try value.elements(orElse: expected)
    if elements.isEmpty { throw value.problem("\(expected), found an empty list.") }
    return try elements.map { element in
      let name = try element.string(orElse: expected)
      if name.isEmpty || name.contains(where: { $0 == "." || $0 == "/" || $0.isWhitespace }) {
        throw element.problem("'\(name.printable)' is no file extension. Write it without dots, such as 'swift'.")
      }
      return name.lowercased()
    }
  }

  func environment(in world: World) -> Environment {
    Environment(files: world.files, debounce: debounce, limit: limit) {
      // In real time, reading a file takes time by itself.
      if world.isVirtual { try await world.clock.sleep(for: readTime) }
    }
  }

  func setting(files: Corpus) -> String { "Folder \(files.folder), \(files.files.count.counting("text file"))" }
}

extension Search.State: FeatureState {
  var phase: String {
    switch activity {
    case .idle: "\(query) idle"
    case .waiting: "\(query) waiting"
    case .searching: "\(query) searching"
    case .finished: "\(query) finished"
    }
  }

  var progressText: String {
    let activity =
      switch activity {
      case .idle: "idle"
      case .waiting: "waiting for more text"
      case .searching(let progress):
        "searching \(progress.done)/\(progress.total.counting("file")), \(progress.hits.counting("hit"))"
      case .finished(let hits): "finished, \(hits.counting("hit"))"
      }
    return "\"\(query.printable)\"  \(activity)"
  }

  var rows: [FinalState.Row] {
    [FinalState.Row("Query", "\"\(query.printable)\""), FinalState.Row("Hits", String(outcome.totalHits))]
  }

  var lists: [FinalState.List] {
    let hits = outcome.hits
    let note = hits.count < outcome.totalHits ? "the first \(hits.count) of \(outcome.totalHits)" : "all \(hits.count)"
    let files = outcome.skipped.count.counting("file")
    return [
      FinalState.List(title: "Hits", note: note, item: "Hit", items: hits.map(\.description)),
      FinalState.List(title: "Skipped", note: files, item: "Skipped file", items: outcome.skipped.map(\.description)),
    ]
  }
}

extension Search.Action: FeatureAction {
  static var commands: Commands {
    ["type": typed, "cancel": { try $0.confirm(.cancelTapped) }, "clear": { try $0.confirm(.cleared) }]
  }

  private static func typed(_ value: any Decoder) throws -> Self {
    let text = try value.string()
    if text.isEmpty { throw value.problem("'type' is empty. Use 'clear' to empty the field.") }
    return .typed(text)
  }

  var event: FeatureEvent? {
    switch self {
    case .typed(let text): FeatureEvent("typed \"\(text.printable)\"")
    case .cancelTapped: FeatureEvent("cancel requested")
    case .cleared: FeatureEvent("cleared")
    case .searchStarted(let query): FeatureEvent("search started \"\(query.printable)\"", .begins(query))
    case .progressed: nil
    case .found(let query, let outcome):
      FeatureEvent(
        "search finished \"\(query.printable)\": \(outcome.totalHits.counting("hit")) in "
          + outcome.files.counting("file"),
        .ends
      )
    case .failed(let query, let message):
      FeatureEvent("search failed \"\(query.printable)\": \(message.printable)", .ends)
    }
  }

  static func text(ofStopped work: String, _ outcome: EffectOutcome) -> String {
    "search cancelled \"\(work.printable)\" (\(outcome))"
  }
}
