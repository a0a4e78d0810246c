import ElmEngine
import Observation
import Testing

// Scopes of a list and of an editor, as a user writes them.

private nonisolated struct Row: Identifiable, Equatable, Sendable {
  let id: Int
  var count = 0
}

private nonisolated enum RowAction: Sendable {
  case increment
}

private nonisolated struct Table: Sendable {
  var title = "Rows"
  var rows: [Row] = []
  var editor: String?
}

private nonisolated enum TableAction: Sendable {
  case row(Int, RowAction)
  case edited(String)
}

@MainActor
@Suite struct ScopingTests {
  private let store = Store<Table, TableAction>(initialState: Table(rows: [Row(id: 1), Row(id: 2)])) { table, action in
    switch action {
    case .row(let id, .increment):
      for index in table.rows.indices where table.rows[index].id == id { table.rows[index].count += 1 }
    case .edited(let text):
      table.editor = text
    }
    return .none
  }

  @Test func `a row has a store of its own`() {
    let rows = store.scopes(\.rows) { .row($0, $1) }
    rows[1].send(.increment)
    #expect(rows.map(\.count) == [0, 1])
    #expect(rows.map(\.id) == [1, 2])
    #expect(store.title == "Rows")
  }

  @Test func `an editor has a store while it is present`() {
    #expect(store.scope(\.editor) { $0 } == nil)
    store.send(.edited("a"))
    let editor = store.scope(\.editor) { .edited($0) }
    editor?.send("b")
    #expect(editor?.state == "b")
  }

  @Test func `a part of the state has a child on an engine`() {
    let child = store.child(\.editor) { text in
      Store<String, String>(initialState: text) { text, action in
        text += action
        return .none
      }
    } output: { _, text in
      .edited(text)
    }
    store.send(.edited("a"))
    child.store?.send("b")
    #expect(store.state.editor == "ab")
  }
}
