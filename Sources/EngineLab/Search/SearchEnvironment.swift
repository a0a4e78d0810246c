/// What a search feature uses of the world, the same for every engine.
package struct SearchEnvironment: Sendable {
  /// The files to search.
  package var source: any SearchSource

  /// How long to wait for more text before a search starts.
  package var debounce: Duration

  /// What happens after each file: in virtual time, the time that reading it takes.
  package var pause: @Sendable () async throws -> Void

  /// How many hits to keep.
  package var limit: Int

  /// Creates an environment whose times pass on a clock.
  ///
  /// `readTime` is what each file takes on that clock; `nil` where reading takes its own time.
  package init(
    source: any SearchSource,
    parameters: SearchParameters,
    readTime: Duration?,
    clock: any Clock<Duration>
  ) {
    self.source = source
    debounce = parameters.debounce
    pause = {
      if let readTime { try await clock.sleep(for: readTime) }
    }
    limit = parameters.limit
  }

  /// Searches all files for a query, and tells how far it has come.
  package func search(
    _ query: String,
    onProgress: (SearchProgress) -> Void
  ) async throws -> SearchOutcome {
    try await EngineLab.search(query: query, in: source, limit: limit) { progress in
      onProgress(progress)
      try await pause()
    }
  }
}
