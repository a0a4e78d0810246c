extension Scenario {
  /// A script for one of the features.
  package enum Content: Equatable, Sendable {
    /// A search.
    case search(Script<SearchFeature>)
    /// A download.
    case download(Script<DownloadFeature>)
    /// A ticker.
    case ticker(Script<TickerFeature>)
    /// A checkout.
    case checkout(Script<CheckoutFeature>)

    /// The feature.
    package var feature: Feature {
      switch self {
      case .search: .search
      case .download: .download
      case .ticker: .ticker
      case .checkout: .checkout
      }
    }

    /// The extensions of the files that the scenario needs, or nil if it needs none.
    package var fileExtensions: [String]? {
      if case .search(let script) = self { script.parameters.extensions } else { nil }
    }

    /// Says where the scenario is played.
    ///
    /// - Parameter files: The files to search.
    /// - Returns: A few words for the head of a report.
    /// - Throws: `CancellationError` if the calling task is cancelled.
    package func setting(files: any SearchSource) async throws -> String {
      switch self {
      case .search(let script): try await SearchFeature.setting(script.parameters, files: files)
      case .download(let script): try await DownloadFeature.setting(script.parameters, files: files)
      case .ticker(let script): try await TickerFeature.setting(script.parameters, files: files)
      case .checkout(let script): try await CheckoutFeature.setting(script.parameters, files: files)
      }
    }
  }
}
