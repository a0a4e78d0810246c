import FeatureEngine

/// The hits and the progress of a search so far.
struct Finding: Equatable, Sendable {
  var query = ""
  var hits: [Hit] = []
  var filesRead = 0
  var isComplete = true
  var failure: String?
}

/// A search in the files of a folder: a task that is debounced, replaced by the next one, and changes the state as it
/// runs.
struct Finder: Feature {
  @Observable
  final class State {
    var finding = Finding()
  }

  enum Action: Sendable {
    case search(String)
    case read(files: Int, hits: [Hit])
    case finished
    case failed(String)
  }

  let folder: any TextFolder
  let debounce: Duration
  let limit: Int

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .search(let query):
        state.finding = Finding(query: query, isComplete: query.isEmpty)
        return query.isEmpty ? .cancel(id: "search") : search(query)
      case .read(let files, let hits):
        state.finding.filesRead = files
        state.finding.hits += hits.prefix(limit - state.finding.hits.count)
        return state.finding.hits.count < limit ? .none : .concatenate(.cancel(id: "search"), .send(.finished))
      case .finished:
        state.finding.isComplete = true
        return .none
      case .failed(let message):
        state.finding.failure = message
        state.finding.isComplete = true
        return .none
      }
    }
  }

  /// The debounce is the engine's, on the store's clock, and not the publisher's: a test advances that clock.
  private func search(_ query: String) -> ActionTask<Action, State> {
    .run { [folder] _, send in
      try await Self.search(query, in: folder) { send(.read(files: $0, hits: $1)) }
      send(.finished)
    }
    .debounce(id: "search", for: debounce)
    .recover { error, _ in .send(.failed("\(error)")) }
  }

  /// Reads the files off the main actor.
  @concurrent
  private static func search(
    _ query: String,
    in folder: any TextFolder,
    onRead: @Sendable (Int, [Hit]) -> Void
  ) async throws {
    for (index, path) in try await folder.paths().enumerated() {
      try Task.checkCancellation()
      let hits = try await folder.text(of: path).map { Hit.all(of: query, path: path, text: $0) } ?? []
      onRead(index + 1, hits)
    }
  }
}

typealias FinderStore = FeatureEngine.Store<Finder>

extension Finder {
  @MainActor
  static func makeStore(
    folder: any TextFolder,
    debounce: Duration,
    limit: Int,
    options: StoreOptions = StoreOptions()
  ) -> FinderStore {
    FinderStore(
      initialState: State(),
      feature: Finder(folder: folder, debounce: debounce, limit: limit),
      options: options
    )
  }
}
