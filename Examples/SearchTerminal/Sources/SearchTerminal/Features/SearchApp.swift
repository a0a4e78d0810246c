import EffectViewEngine
import ElmEngine
import FeatureEngine
import ReduxBridge

/// Three stores of three engines, the publishers that chain them, and the child of the last one on a fourth.
///
/// ```text
/// keys ─▶ prompt (ElmEngine) ── text ─▶ finder (FeatureEngine) ── finding ─▶ results (EffectViewEngine)
///                            ── arrow keys ───────────────────────────────▶    └─ selected hit: preview (ReduxBridge)
/// ```
@MainActor
final class SearchApp {
  let prompt: PromptStore
  let finder: FinderStore
  let results: ResultHost
  /// The preview while a hit is selected; its reading ends with the selection.
  let preview: ChildStore<PreviewStore>

  init(
    folder: any TextFolder,
    keys: AsyncStream<Key> = AsyncStream { $0.finish() },
    debounce: Duration,
    limit: Int,
    options: StoreOptions = StoreOptions()
  ) {
    // Each in its own file, which imports only its engine.
    prompt = Prompt.makeStore(keys: keys, options: options)
    finder = Finder.makeStore(folder: folder, debounce: debounce, limit: limit, options: options)
    results = ResultList.makeHost(options: options)
    results.appear()
    preview = results.child(\.selectedHit) { Preview.makeStore(of: $0, in: folder, options: options) }

    // A subscription is an effect of the store that subscribes, and ends with it.
    finder.subscribe(to: prompt.publisher(for: \.text).dropFirst(), options: EffectOptions(id: "typing")) {
      .search($0)
    }
    results.subscribe(to: finder.publisher(for: \.finding).dropFirst(), options: EffectOptions(id: "findings")) {
      .show($0)
    }
    results.subscribe(
      to: prompt.actionPublisher.compactMap { ResultEvent($0.action, focus: $0.state.focus) },
      options: EffectOptions(id: "arrows")
    ) { $0 }
  }

  /// The current text of a screen; `nil` once the app has ended.
  ///
  /// Scopes of the whole states report only changes: an action that changes nothing draws nothing.
  func screen(size: ScreenSize) -> ScreenText? {
    let prompt = prompt.scope(\.self) { $0 }.state
    guard prompt.ending == nil else { return nil }
    let results = results.scope(\.self) { $0 }.state
    return ScreenText(prompt: prompt, results: results, preview: preview.store?.lines ?? [], size: size)
  }

  /// Searches for a text as if it had been typed, and waits until the results show all hits.
  func search(_ query: String) async -> Finding {
    prompt.send(.replaced(query))
    // The whole chain has to be done: the list, which is at its end, says so.
    for await finding in results.values(of: \.finding) where finding.query == query && finding.isComplete {
      return finding
    }
    return Finding(query: query, failure: "The search was cancelled.")
  }
}

extension ResultEvent {
  /// The event of the results for an action of the prompt, if there is one.
  nonisolated init?(_ action: PromptAction, focus: Prompt.Focus) {
    switch (focus, action) {
    case (.results, .pressed(.up)): self = .move(by: -1)
    case (.results, .pressed(.down)): self = .move(by: 1)
    default: return nil
    }
  }
}
