import EffectViewEngine

/// The results on the screen: which one is selected, and the lines around it.
struct ResultList: Equatable {
  var finding = Finding()
  var selection = 0
  var preview: [String] = []

  var selectedHit: Hit? {
    finding.hits.indices.contains(selection) ? finding.hits[selection] : nil
  }
}

enum ResultEvent: Equatable, Sendable {
  case show(Finding)
  case move(by: Int)
  case previewed([String])
}

/// The list's host, which lives as long as the screen.
typealias ResultHost = EffectHost<ResultList, ResultEvent, any TextFolder>

extension ResultList {
  @MainActor
  static func makeHost(folder: any TextFolder, options: StoreOptions = StoreOptions()) -> ResultHost {
    ResultHost(state: ResultList(), initialEnv: folder, options: options, update: update)
  }

  private static func update(
    state: inout ResultList,
    event: ResultEvent
  ) -> Effect<ResultEvent, any TextFolder>? {
    let selected = state.selectedHit
    switch event {
    case .show(let finding):
      if finding.query != state.finding.query { state.selection = 0 }
      state.finding = finding
    case .move(let distance):
      state.selection = max(0, min(state.finding.hits.count - 1, state.selection + distance))
    case .previewed(let lines):
      state.preview = lines
      return nil
    }
    guard state.selectedHit != selected else { return nil }
    state.preview = []
    return state.selectedHit.map { .preview($0) } ?? .cancel("preview")
  }
}

extension Effect where Event == ResultEvent, Env == any TextFolder {
  /// Reads the lines around a hit; what the one before still reads is dropped.
  fileprivate static func preview(_ hit: Hit) -> Self {
    .throwingTask(name: "preview") { input, folder in
      input(.previewed(try await Self.lines(around: hit, in: folder)))
    }
    .catch { .previewed(["\($0)"]) }
  }

  /// Reads the file off the main actor.
  @concurrent
  private static func lines(around hit: Hit, in folder: any TextFolder) async throws -> [String] {
    guard let text = try await folder.text(of: hit.path) else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let first = max(0, hit.line - 3)
    return lines[first..<min(lines.count, hit.line + 2)].map(String.init)
  }
}
