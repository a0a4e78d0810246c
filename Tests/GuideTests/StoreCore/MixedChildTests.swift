import EffectViewEngine
import ElmEngine
import FeatureEngine
import StoreTesting
import Testing

// The samples of the guide to mixing engines on a child on another engine.

private struct Draft: Equatable {
  var text: String
}

private struct File: Equatable, Identifiable {
  let id: Int
}

private struct NoteList {
  var draft: Draft?
  var notes: [String] = []
  var files: [File] = []
}

private enum NoteListAction: Sendable {
  case write(String)
  case saved(String)
  case close
  case add(Int)
  case remove(Int)
  case downloaded(Int)
}

private typealias EditorStore = FeatureEngine.Store<EditorFeature>

private struct EditorFeature: Feature {
  @Observable
  final class State {
    var text: String
    var spelling = 0

    init(_ text: String) {
      self.text = text
    }
  }

  enum Action: Sendable {
    case replaced(String)
    case check
    case save
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .replaced(let text): state.text = text
      case .check:
        return .run(id: "check") { state in
          try await Task.sleep(for: .seconds(60))
          state.spelling += 1
        }
      case .save: break
      }
      return .none
    }
  }
}

private typealias DownloadHost = EffectHost<Download, DownloadEvent, Void>

private struct Download: Equatable {
  let file: File
  var isDone = false

  @MainActor
  static func update(download: inout Download, event: DownloadEvent) -> EffectViewEngine.Effect<DownloadEvent, Void>? {
    switch event {
    case .start: return .task(name: "download") { input, _ in input(.finished) }
    case .finished: download.isDone = true
    }
    return nil
  }
}

private enum DownloadEvent: Sendable {
  case start
  case finished
}

@MainActor
@Suite struct MixedChildTests {
  private let list = ElmEngine.Store(initialState: NoteList()) { (list: inout NoteList, action: NoteListAction) in
    switch action {
    case .write(let text): list.draft = Draft(text: text)
    case .saved(let text):
      list.notes.append(text)
      list.draft = nil
    case .close: list.draft = nil
    case .add(let id): list.files.append(File(id: id))
    case .remove(let id): list.files.removeAll { $0.id == id }
    case .downloaded(let id): list.notes.append("\(id)")
    }
    return .none
  }

  private func makeEditor() -> ChildStore<EditorStore> {
    let editor = list.child(\.draft) { draft in
      EditorStore(initialState: EditorFeature.State(draft.text), feature: EditorFeature())
    } input: { draft, editor in
      editor.send(.replaced(draft.text))
    } output: { action, state in
      if case .save = action { .saved(state.text) } else { nil }
    }
    list.send(.write("a"))
    editor.store?.send(.save)
    return editor
  }

  @Test func `a save of an editor on FeatureEngine is in the list, and ends the editor`() {
    let editor = makeEditor()
    #expect(list.state.notes == ["a"])
    #expect(list.state.draft == nil)
    #expect(editor.store == nil)
  }

  @Test func `an editor follows the draft, and ends with it`() async {
    let editor = makeEditor()
    list.send(.write("b"))
    let store = editor.store
    list.send(.write("c"))
    #expect(store?.state.text == "c")
    let handle = store?.send(.check)
    #expect(store?.isTaskRunning(id: "check") == true)
    list.send(.close)
    #expect(editor.store == nil)
    #expect(store?.isTaskRunning(id: "check") == false)
    await handle?.value
    store?.send(.save)
    #expect(list.state.notes == ["a"])
    #expect(store?.state.spelling == 0)
  }

  @Test func `each file has a download on EffectViewEngine`() async {
    let downloads = list.children(\.files) { file in
      let host = DownloadHost(state: Download(file: file), initialEvent: .start, update: Download.update)
      host.appear()
      return host
    } output: { id, event, _ in
      if case .finished = event { .downloaded(id) } else { nil }
    }
    for id in 1...3 { list.send(.add(id)) }
    list.send(.remove(2))
    #expect(downloads.ids == [1, 3])
    for host in downloads.stores { await host.settle() }
    #expect(downloads.stores.map(\.isDone) == [true, true])
    #expect(list.state.notes.sorted() == ["1", "3"])
  }
}
