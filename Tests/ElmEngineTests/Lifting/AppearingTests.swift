import ElmEngine
import StoreTesting
import Synchronization
import Testing
import _StoreTestSupport

/// The first action of a child that appears.
@MainActor
@Suite struct AppearingTests {
  struct Editor: Equatable, Identifiable {
    let id: Int
    var detail: Detail?
  }

  struct Detail: Equatable {
    var isLoaded = false
  }

  struct Desk: Equatable {
    var editor: Editor?
    var note: String?
    var log: [String] = []
    var history = History<Editor?>()
  }

  enum DetailAction: Equatable, Sendable {
    case appeared
    case loaded
  }

  enum NoteAction: Equatable, Sendable {
    case appeared
  }

  enum EditorAction: Equatable, Sendable {
    case appeared
    case told
    case detail(DetailAction)
  }

  enum DeskAction: Equatable, Sendable {
    case open(Int)
    case openAll(Int)
    case change
    case close
    case opened
    case undo
    case noted(NoteAction)
    case editor(EditorAction)
  }

  private let executor = TestExecutor()
  private let log = EventLog()
  private let issues = IssueLog()

  private var options: StoreOptions {
    StoreOptions(
      executor: executor,
      clock: TestClock(executor: executor),
      observers: [log],
      onIssue: { [issues] in issues.record($0) }
    )
  }

  private static let detail = Child(\Editor.detail, id: "detail", embed: EditorAction.detail) { action in
    if case .detail(let action) = action { action } else { nil }
  }

  private static let editor = Child(\Desk.editor, id: "editor", embed: DeskAction.editor) { action in
    if case .editor(let action) = action { action } else { nil }
  }

  private static let note = Child(\Desk.note, id: "note", embed: DeskAction.noted) { action in
    if case .noted(let action) = action { action } else { nil }
  }

  private static let detailReducer = ComposedReducer { (detail: inout Detail, action: DetailAction) in
    if case .loaded = action { detail.isLoaded = true }
    return action == .appeared ? .run(id: "load") { _ in try await untilCancelled() } : .none
  }

  private static let editing = ComposedReducer { (_: inout Editor, action: EditorAction) in
    action == .appeared ? .run(id: "load") { _ in try await untilCancelled() } : .none
  }

  private static func desk(_ editing: ComposedReducer<Editor, EditorAction>) -> ComposedReducer<Desk, DeskAction> {
    ComposedReducer { (desk: inout Desk, action: DeskAction) in
      desk.log.append("\(action)")
      switch action {
      case .open(let id):
        desk.editor = Editor(id: id)
        return .merge([.run(id: "open") { _ in }, .send(.editor(.told)), .send(.opened)])
      case .openAll(let id): desk.editor = Editor(id: id, detail: Detail())
      case .change: desk.editor?.detail = nil
      case .close: desk.editor = nil
      case .opened, .undo, .noted, .editor: break
      }
      return .none
    }
    .lifting(editing, at: editor, appearing: .appeared)
  }

  private func makeStore(_ initialState: Desk = Desk()) -> Store<Desk, DeskAction> {
    Store(initialState: initialState, options: options, reducer: Self.desk(Self.editing))
  }

  private func takeLog(of store: Store<Desk, DeskAction>, from count: inout Int) -> [String] {
    defer { count = store.state.log.count }
    return Array(store.state.log.dropFirst(count))
  }

  @Test func `it is handled when send returns, before what the action has caused`() {
    let store = makeStore()
    store.send(.open(1))
    #expect(store.state.log == ["open(1)", "editor(.appeared)", "editor(.told)", "opened"].map(Self.full))
    #expect(log.events("started") == ["started editor/1/load", "started open"])
  }

  private static func full(_ line: String) -> String {
    line.replacing("(.", with: "(ElmEngineTests.AppearingTests.EditorAction.")
  }

  @Test func `it is sent once for each appearance, and for a child with another id`() {
    let store = makeStore()
    var count = 0
    let first = Self.full("editor(.appeared)")
    store.send(.openAll(1))
    #expect(takeLog(of: store, from: &count) == ["openAll(1)", first])
    store.send(.change)
    store.send(.openAll(1))
    #expect(takeLog(of: store, from: &count) == ["change", "openAll(1)"], "the same child")
    store.send(.openAll(2))
    #expect(takeLog(of: store, from: &count) == ["openAll(2)", first])
    store.send(.close)
    #expect(takeLog(of: store, from: &count) == ["close"])
    store.send(.openAll(2))
    #expect(takeLog(of: store, from: &count) == ["openAll(2)", first])
  }

  @Test func `a child of the first state has not appeared`() {
    let store = makeStore(Desk(editor: Editor(id: 1)))
    store.send(.opened)
    #expect(store.state.log == ["opened"] && store.runningTaskCount == 0)
  }

  @Test func `its effects belong to the child, and it is caused by the action that opened it`() async {
    let store = makeStore()
    let causes = CauseLog()
    let observed = Store(
      initialState: Desk(),
      options: StoreOptions(executor: executor, observers: [causes]),
      reducer: Self.desk(Self.editing)
    )
    observed.send(.openAll(1))
    #expect(causes.lines == ["openAll(1) of nobody", "\(Self.full("editor(.appeared)")) of openAll(1)"])
    store.send(.openAll(1))
    #expect(store.isTaskRunning(id: EffectID("load").scoped(to: Self.editor.scope.appending(1))))
    store.send(.openAll(2))
    #expect(log.events("cancelled") == ["cancelled editor/1/load"])
    #expect(store.isTaskRunning(id: EffectID("load").scoped(to: Self.editor.scope.appending(2))))
    store.send(.close)
    #expect(store.runningTaskCount == 0)
  }

  @Test func `children that appear together begin from the outside in`() {
    let editing = Self.editing.lifting(Self.detailReducer, at: Self.detail, appearing: .appeared)
    let store = Store(initialState: Desk(), options: options, reducer: Self.desk(editing))
    store.send(.openAll(1))
    #expect(log.events("started") == ["started editor/1/load", "started editor/1/detail/load"])
    #expect(store.state.log.count == 3)
    store.send(.openAll(2))
    #expect(log.events("started").suffix(2) == ["started editor/2/load", "started editor/2/detail/load"])
    store.send(.change)
    store.send(.openAll(2))
    #expect(log.events("started").dropFirst(4) == ["started editor/2/detail/load"], "put there by the outermost")
  }

  @Test func `a child of one that is always present, and of an element, has appeared too`() {
    struct Room {
      var desk = Desk()
      var desks = [Row(id: 1)]
      var count = 0
    }
    struct Row: Identifiable {
      let id: Int
      var desk = Desk()
    }
    enum RoomAction: Sendable {
      case open
      case desk(DeskAction)
      case row(Int, DeskAction)
    }
    let desk = Child(\Room.desk, id: "desk", embed: RoomAction.desk) { action in
      if case .desk(let action) = action { action } else { nil }
    }
    let rows = ChildList(\Room.desks, id: "rows", embed: RoomAction.row) { action in
      if case .row(let id, let action) = action { (id, action) } else { nil }
    }
    let inner = Child(\Row.desk, id: "desk", embed: { (action: DeskAction) in action }, extract: { $0 })
    let row = ComposedReducer { (_: inout Row, _: DeskAction) in .none }.lifting(Self.desk(Self.editing), at: inner)
    let room = ComposedReducer { (room: inout Room, action: RoomAction) in
      if case .open = action { room.desk.editor = Editor(id: 1) }
      return .none
    }
    .lifting(Self.desk(Self.editing), at: desk)
    .lifting(row, at: rows)
    let store = Store(initialState: Room(), options: options, reducer: room)
    store.send(.open)
    #expect(log.events("started") == ["started desk/editor/1/load"])
    store.send(.desk(.openAll(2)))
    store.send(.row(1, .openAll(3)))
    #expect(
      log.events("started").dropFirst() == ["started desk/editor/2/load", "started rows/1/desk/editor/3/load"]
    )
  }

  @Test func `a child that an undo puts back has appeared`() {
    let reducer = Self.desk(Self.editing).undoable(\.editor, history: \.history) { action in
      switch action {
      case .undo: .undo
      case .openAll, .close: .record
      default: .ignore
      }
    }
    let store = Store(initialState: Desk(), options: options, reducer: reducer)
    let first = Self.full("editor(.appeared)")
    store.send(.openAll(1))
    store.send(.close)
    #expect(store.state.log == ["openAll(1)", first, "close"])
    store.send(.undo)
    #expect(store.state.editor?.id == 1 && store.runningTaskCount == 1)
    #expect(store.state.log == ["openAll(1)", first, "close", "undo", first])
    store.send(.undo)
    #expect(store.state.editor == nil && store.runningTaskCount == 0)
    #expect(store.state.log.last == "undo")
  }

  @Test func `one that has left before its turn gets none`() {
    let reducer = Self.desk(Self.editing)
      .lifting(ComposedReducer { (_: inout String, _: NoteAction) in .none }, at: Self.note, appearing: .appeared)
      .wrapping { desk, action, inner in
        if case .openAll = action { desk.note = "a" }
        if case .editor(.appeared) = action { desk.note = nil }
        return inner(&desk, action)
      }
    let store = Store(initialState: Desk(), options: options, reducer: reducer)
    store.send(.openAll(1))
    #expect(store.state.log == ["openAll(1)", Self.full("editor(.appeared)")])
    #expect(issues.all.isEmpty)
  }

  @Test func `a reducer that is made when it is needed has it too`() {
    let store = Store(initialState: Desk(), options: options, reducer: .lazy { Self.desk(Self.editing) })
    store.send(.openAll(1))
    #expect(store.state.log == ["openAll(1)", Self.full("editor(.appeared)")])
  }

  @Test func `a test store receives it`() async {
    let store = TestStore { Store(initialState: Desk(), options: $0, reducer: Self.desk(Self.editing)) }
    store.exhaustivity = .off
    await store.send(.openAll(1))
    await store.receive(.editor(.appeared))
    await store.send(.close)
    await store.finish()
  }
}

/// Notes each handled action with the one that caused it.
private final class CauseLog: RuntimeObserver {
  private struct Notes {
    var names: [ActionID: String] = [:]
    var lines: [String] = []
  }

  private let state = Mutex(Notes())

  var lines: [String] { state.withLock { $0.lines } }

  func receive(_ event: RuntimeEvent) {
    guard case .actionHandled(let action, let id) = event.kind else { return }
    state.withLock { state in
      state.names[id] = "\(action)"
      var cause = "nobody"
      if case .action(let id) = event.cause { cause = state.names[id] ?? "another" }
      state.lines.append("\(action) of \(cause)")
    }
  }
}
