import ElmEngine
import ReduxBridge

// A value that a pipeline carries between actors has to be Sendable.

nonisolated private final class Draft: Equatable {
  var text = ""

  static func == (lhs: Draft, rhs: Draft) -> Bool { lhs === rhs }
}

private struct Editor {
  var draft = Draft()
}

@MainActor
private func publish(_ store: ElmEngine.Store<Editor, Int>) {
  _ = store.publisher(for: \.draft)  // ❌ Error
}

@MainActor
private func subscribe(_ store: ElmEngine.Store<Editor, Int>, to drafts: PassthroughSubject<Draft, Never>) {
  store.subscribe(to: drafts) { _ in 1 }  // ❌ Error
}
