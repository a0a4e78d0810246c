#if canImport(SwiftUI)
import EffectViewEngine
import ElmEngine
import FeatureEngine
import ReduxBridge
import StoreScoping
import SwiftUI

// The views of the guide to presenting. They are compiled.

struct NotesView<Store: ScopableStore<Notes, NotesAction>>: View {
  let store: Store

  var body: some View {
    List(store.notes) { note in
      Button(note.text, action: store.send(.edit(note.id)))
    }
    .sheet(item: store.presented(memo, dismiss: .closeMemo)) { memo in
      MemoView(store: memo)
    }
    .alert(
      "Delete?",
      isPresented: store.isPresented(\.question, dismiss: .cancelled),
      presenting: store.question
    ) { question in
      Button("Delete", role: .destructive, action: store.send(.delete(question.id)))
    }
  }
}

struct MemoView: View {
  let store: ScopedStore<Memo, MemoAction>

  var body: some View {
    TextField("Text", text: store.binding(\.text) { .typed($0) })
  }
}

// Each engine with scopes, and a part without a named child.
private struct AllNotes: View {
  let elm: ElmStore<Notes, NotesAction>
  let host: EffectHost<Notes, NotesAction, Void>
  let redux: ReduxStore<NotesType>

  var body: some View {
    NotesView(store: elm)
    NotesView(store: host)
    NotesView(store: redux)
      .sheet(item: redux.presented(\.memo, dismiss: .closeMemo) { .memo($0) }) { memo in
        MemoView(store: memo)
      }
  }
}

private struct NotesType: FeatureType {
  func reduce(into state: inout Notes, action: NotesAction) async {}
}

private typealias Store = FeatureStore

private struct NotebookView: View {
  let notebook: Store<NotebookFeature>
  let memo: ChildStore<Store<MemoFeature>>

  var body: some View {
    Button("New", action: notebook.send(.write))
      .sheet(item: memo.presented(by: notebook, dismiss: .closeMemo)) { memo in
        MemoPage(store: memo.store)
      }
  }
}

private struct MemoPage: View {
  let store: Store<MemoFeature>

  var body: some View {
    Text(store.state.text)
      .sheet(item: store.presented(\.question, dismiss: .cancelled)) { question in Text("\(question.id)") }
  }
}

private struct NotebookFeature: Feature {
  @Observable
  final class State {}

  enum Action: Sendable {
    case write
    case closeMemo
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { _, _ in .none }
  }
}

private struct MemoFeature: Feature {
  @Observable
  final class State {
    var text = ""
    var question: Question?
  }

  enum Action: Sendable {
    case cancelled
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { _, _ in .none }
  }
}
#endif
