import ElmEngine
import StoreTesting
import Testing

// The samples of the guide to presenting.

struct Memo: Equatable, Identifiable {
  let id: Int
  var text = ""
}

struct Question: Equatable, Identifiable {
  let id: Int
}

struct Notes {
  var notes: [Memo] = []
  var memo: Memo?
  var question: Question?
}

enum NotesAction: Sendable {
  case edit(Int)
  case memo(MemoAction)
  case closeMemo
  case ask(Int)
  case delete(Int)
  case cancelled
}

enum MemoAction: Sendable {
  case appeared
  case typed(String)
  case done
}

let memo = Child(\Notes.memo, id: "memo", embed: NotesAction.memo) { action in
  if case .memo(let action) = action { action } else { nil }
}

private let writing = ComposedReducer { (memo: inout Memo, action: MemoAction) in
  switch action {
  case .appeared: return .run(id: "spelling") { _ in try await EffectClock.current.sleep(for: .seconds(1)) }
  case .typed(let text): memo.text = text
  case .done: break
  }
  return .none
}

private let notes = ComposedReducer { (notes: inout Notes, action: NotesAction) in
  switch action {
  case .edit(let id): notes.memo = notes.notes.first { $0.id == id }
  case .memo(.done), .closeMemo: notes.memo = nil
  case .ask(let id): notes.question = Question(id: id)
  case .delete(let id): notes.notes.removeAll { $0.id == id }
  case .cancelled: notes.question = nil
  case .memo: break
  }
  return .none
}
.lifting(writing, at: memo, appearing: .appeared)

@MainActor
@Suite struct PresentingTests {
  @Test func `a sheet begins, and is closed by itself and by the user`() throws {
    let store = Store(
      initialState: Notes(notes: [Memo(id: 1), Memo(id: 2)]),
      options: TestBench().options,
      reducer: notes
    )
    for close in [NotesAction.closeMemo, .memo(.done)] {
      store.send(.edit(1))
      let first = try #require(store.scope(memo))
      #expect(first.isTaskRunning(id: "spelling"))
      store.send(.edit(2))
      let second = try #require(store.scope(memo))
      #expect(first.hasDeparted && second.isTaskRunning(id: "spelling") && store.runningTaskCount == 1)
      store.send(close)
      #expect(second.hasDeparted && store.runningTaskCount == 0)
    }
  }
}
