import ElmEngine
import Observation
import StoreTesting
import Synchronization
import Testing

// The samples of the guide to scoping a store.

struct TaskItem: Equatable, Identifiable {
  let id: Int
  var title: String
  var isDone = false
}

struct TaskList {
  var title = "Today"
  var items: [TaskItem] = []
  var editor: Editor?
}

enum TaskListAction: Sendable {
  case item(Int, TaskItemAction)
  case edit(String)
  case editor(EditorAction)
  case close
}

let items = ChildList(\TaskList.items, id: "items", embed: TaskListAction.item) { action in
  if case .item(let id, let action) = action { (id, action) } else { nil }
}

let editor = Child(\TaskList.editor, id: "editor", embed: TaskListAction.editor) { action in
  if case .editor(let action) = action { action } else { nil }
}

struct Editor: Equatable {
  var text = ""
}

enum EditorAction: Sendable {
  case typed(String)
}

enum TaskItemAction: Sendable {
  case toggled
  case save
  case saved
}

private enum Route {
  case list
  case detail(String)
}

private struct Document {
  var revision = 0
}

private struct Desk {
  var route = Route.list
  var document = Document()
}

extension Desk {
  var detail: String? {
    get { if case .detail(let text) = route { text } else { nil } }
    set { route = newValue.map { .detail($0) } ?? .list }
  }
}

private enum DeskAction: Sendable {
  case open(String)
  case detail(String)
  case document(Int)
}

@MainActor
@Suite struct ScopingAStoreTests {
  private let issues: Changes
  private let store: Store<TaskList, TaskListAction>

  init() {
    let issues = Changes()
    self.issues = issues
    store = Store(
      initialState: TaskList(items: [TaskItem(id: 1, title: "Read"), TaskItem(id: 2, title: "Write")]),
      options: StoreOptions(onIssue: { _ in issues.count.withLock { $0 += 1 } }),
      reducer: Self.list
    )
  }

  private static let list =
    ComposedReducer { (list: inout TaskList, action: TaskListAction) in
      switch action {
      case .edit(let text): list.editor = Editor(text: text)
      case .close: list.editor = nil
      case .item, .editor: break
      }
      return .none
    }
    .lifting(itemReducer, at: items)
    .lifting(editorReducer, at: editor)

  private static let itemReducer = ComposedReducer { (item: inout TaskItem, action: TaskItemAction) in
    switch action {
    case .toggled: item.isDone.toggle()
    case .save: return .cancellable({ .saved }, "save")
    case .saved: break
    }
    return .none
  }

  private static let editorReducer = ComposedReducer { (editor: inout Editor, action: EditorAction) in
    if case .typed(let text) = action { editor.text += text }
    return .none
  }

  /// Counts the next change of the values read.
  private func changes(of read: () -> Void) -> () -> Int {
    let changes = Changes()
    withObservationTracking(read) { changes.count.withLock { $0 += 1 } }
    return { changes.count.withLock { $0 } }
  }

  private final class Changes: Sendable {
    let count = Mutex(0)
  }

  @Test func `scopes of a list and of an optional child`() {
    let rows = store.scopes(items)
    rows[0].send(.toggled)
    let opened = store.scope(editor)

    #expect(opened == nil)
    #expect(store.state.items.map(\.isDone) == [true, false])
    #expect(rows.map(\.isDone) == [true, false])
  }

  @Test func `an element by its id`() {
    let row = store.scope(items, element: 2)
    #expect(row?.title == "Write")
    #expect(store.scope(items, element: 3) == nil)
  }

  private final class Notifications: Sendable {
    let count = Mutex(0)
    func notify() { count.withLock { $0 += 1 } }
  }

  @Test func `a send outside of an observation`() {
    let changes = Notifications()
    var titles: [String] = []
    store.subscribe { [store] _ in _ = store.state.editor }
    store.send(.edit("Read"))
    withObservationTracking {
      titles.append(store.title)
    } onChange: {
      changes.notify()
    }
    store.send(.close)
    #expect(titles == ["Today"] && changes.count.withLock { $0 } == 0)
    // Inside, what the subscriber reads is registered too.
    withObservationTracking {
      titles.append(store.title)
      store.send(.edit("Read"))
    } onChange: {
      changes.notify()
    }
    store.send(.close)
    #expect(changes.count.withLock { $0 } == 1)
  }

  struct Label: Equatable, Identifiable {
    let id: Int
    var title = "a"

    static func == (lhs: Label, rhs: Label) -> Bool { lhs.id == rhs.id }
  }

  @Test func `a row that is compared by its id alone`() {
    struct Labels {
      var all = [Label(id: 1)]
    }
    let store = Store<Labels, String>(initialState: Labels()) { (labels: inout Labels, title: String) in
      labels.all[0].title = title
      return .none
    }
    let row = store.scopes(\.all) { $1 as String }[0]
    let all = ChildList(\Labels.all) { (_, title: String) in
      title
    } extract: {
      (1, $0)
    }
    let shown = store.scopes(all, by: { $0.title == $1.title })[0]
    let unseen = changes { _ = row.title }
    let seen = [changes { _ = shown.title }, changes { _ = shown.state }]
    store.send("b")
    #expect(unseen() == 0)
    #expect(seen.map { $0() } == [1, 1])
  }

  @Test func `the table of the observers that are notified`() {
    let row = store.scopes(items)[0]
    let state = changes { _ = store.state.title }
    let title = changes { _ = store.title }
    let item = changes { _ = row.state }
    let mark = changes { _ = row.isDone }
    let presence = changes { _ = store.scope(editor) }
    let order = changes { _ = store.scopes(items) }
    store.send(.close)
    #expect([state(), title(), item(), mark(), presence(), order()] == [1, 0, 0, 0, 0, 0])
    store.send(.edit("a"))
    #expect([title(), item(), mark(), presence(), order()] == [0, 0, 0, 1, 0])
    row.send(.toggled)
    #expect([title(), item(), mark(), presence(), order()] == [0, 1, 1, 1, 0])
  }

  @Test func `a child in a case of an enum, and a comparison`() {
    let store = Store(initialState: Desk()) { (desk: inout Desk, action: DeskAction) in
      switch action {
      case .open(let text), .detail(let text): desk.route = .detail(text)
      case .document(let revision): desk.document.revision = revision
      }
      return .none
    }
    store.send(.open("a"))

    let detail = store.scope(\.detail) { .detail($0) }
    let document = Child(\Desk.document, embed: DeskAction.document) { action in
      if case .document(let revision) = action { revision } else { nil }
    }
    let text = store.scope(document, by: { $0.revision == $1.revision })

    detail?.send("b")
    #expect(detail?.state == "b")
    let heard = changes { _ = text.state }
    text.send(0)
    #expect(heard() == 0)
    text.send(1)
    #expect(heard() == 1)
  }

  @Test func `names of effects`() {
    let row = store.scopes(items)[0]
    row.send(.save)
    #expect(row.isTaskRunning(id: "save"))  // this row's
    row.cancel(.all)  // the effects of this row
    #expect(!row.isTaskRunning(id: "save"))
  }

  @Test func `a child that departs`() throws {
    store.send(.edit("Read"))
    let opened = try #require(store.scope(editor))
    store.send(.close)
    #expect(opened.hasDeparted)
    #expect(opened.text == "Read")  // what it was last
    opened.send(.typed("!"))  // dropped, and reported at this line
    #expect(issues.count.withLock { $0 } == 1)
  }

  @Test func `a scope of a child's value delivers its actions`() throws {
    store.send(.edit(""))
    var texts: [String] = []
    store.scope(editor)?.runtime.subscribe(toActions: { if case .typed(let text) = $0 { texts.append(text) } })
    store.send(.editor(.typed("a")))
    #expect(texts == ["a"])
  }
}
