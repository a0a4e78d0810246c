import EffectViewEngine

/// The results on the screen, and which one is selected.
struct ResultList: Equatable {
  var finding = Finding()
  var selection = 0

  var selectedHit: Hit? {
    finding.hits.indices.contains(selection) ? finding.hits[selection] : nil
  }
}

enum ResultEvent: Equatable, Sendable {
  case show(Finding)
  case move(by: Int)
}

/// The list's host, which lives as long as the screen.
typealias ResultHost = EffectHost<ResultList, ResultEvent, Void>

extension ResultList {
  @MainActor
  static func makeHost(options: StoreOptions = StoreOptions()) -> ResultHost {
    ResultHost(state: ResultList(), options: options, update: update)
  }

  private static func update(state: inout ResultList, event: ResultEvent) -> Effect<ResultEvent, Void>? {
    switch event {
    case .show(let finding):
      if finding.query != state.finding.query { state.selection = 0 }
      state.finding = finding
    case .move(let distance):
      state.selection = max(0, min(state.finding.hits.count - 1, state.selection + distance))
    }
    return nil
  }
}
