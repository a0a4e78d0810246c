import ElmEngine
import StoreTesting
import Testing
import _StoreTestSupport

@MainActor
@Suite struct UndoingTests {
  private struct Editor: Equatable {
    var text = ""
    var suggestions: [String] = []
    var rows: [Int: String] = [:]
    var history = History<Document>()
    var title = ""
    var words = History<String>()
    var document: Document {
      get { Document(text: text, rows: rows) }
      set { (text, rows) = (newValue.text, newValue.rows) }
    }
  }

  private struct Document: Equatable {
    var text = ""
    var rows: [Int: String] = [:]
  }

  private enum EditorAction: Equatable, Sendable {
    case typed(String)
    case suggested([String])
    case saved(String)
    case undo
    case redo
    case open(String)
    case add(Int)
    case row(Int, RowAction)
  }

  private enum RowAction: Equatable, Sendable {
    case load
    case loaded(String)
  }

  private let bench = TestBench(isTraced: false)
  private let row = ComposedReducer<String, RowAction> { (row: inout String, action: RowAction) in
    switch action {
    case .load:
      return .run(id: "load") { _ in try await untilCancelled() }
    case .loaded(let text):
      row = text
      return .none
    }
  }

  @Test func `a child that is lifted after undoable changes the state past it`() {
    let child = ComposedReducer<String, RowAction> { (row: inout String, action: RowAction) in
      if case .loaded(let text) = action { row = text }
      return .none
    }
    func lifted(_ reducer: ComposedReducer<Editor, EditorAction>) -> ComposedReducer<Editor, EditorAction> {
      reducer.lifting(
        child,
        at: ChildList(\.rows, id: "rows") {
          .row($0, $1)
        } extract: {
          if case .row(let id, let action) = $0 { (id, action) } else { nil }
        }
      )
    }
    func undoable(_ reducer: ComposedReducer<Editor, EditorAction>) -> ComposedReducer<Editor, EditorAction> {
      reducer.undoable(\.document, history: \.history) { $0 == .undo ? .undo : .record }
    }
    let plain = ComposedReducer<Editor, EditorAction> { (editor: inout Editor, action: EditorAction) in
      if case .typed(let text) = action { editor.text = text }
      return .none
    }
    for (reducer, count) in [(undoable(lifted(plain)), 2), (lifted(undoable(plain)), 1)] {
      let store = Store(initialState: Editor(rows: [1: ""]), reducer: reducer)
      store.send(.typed("a"))
      store.send(.row(1, .loaded("b")))
      #expect(store.history.undoCount == count)
      store.send(.undo)
      #expect(store.document == Document(text: count == 2 ? "a" : "", rows: [1: ""]))
    }
  }

  private func reducer(
    rule: @escaping @MainActor (EditorAction) -> HistoryRule
  ) -> ComposedReducer<Editor, EditorAction> {
    ComposedReducer<Editor, EditorAction> { (editor: inout Editor, action: EditorAction) in
      switch action {
      case .typed(let text):
        editor.text = text
        return .cancellable({ .suggested([text]) }, "suggest")
      case .suggested(let suggestions):
        editor.suggestions = suggestions
        return .run(id: "rank") { _ in try await untilCancelled() }
      case .undo, .redo:
        let text = editor.text
        return .cancellable({ .saved(text) }, "save")
      case .open(let text):
        editor.text = text
        return .none
      case .add(let id):
        editor.rows[id] = "new"
        return .none
      case .saved, .row:
        return .none
      }
    }
    .lifting(
      row,
      at: ChildList(\.rows, id: "rows") { id, action in
        .row(id, action)
      } extract: { (action: EditorAction) in
        if case .row(let id, let action) = action { (id, action) } else { nil }
      }
    )
    .undoable(\.document, history: \.history, rule: rule)
  }

  private static func rule(_ action: EditorAction) -> HistoryRule {
    switch action {
    case .typed: .record(group: "typing", within: .seconds(1))
    case .add: .record
    case .undo: .undo
    case .redo: .redo
    case .open: .clear
    default: .ignore
    }
  }

  private func store(
    rule: @escaping @MainActor (EditorAction) -> HistoryRule = rule
  ) -> Store<Editor, EditorAction> {
    let editor = Editor(history: History(clock: bench.clock))
    return Store(initialState: editor, options: bench.options, reducer: reducer(rule: rule))
  }

  @Test func `the effects of a redo without a step do not belong to the step before`() async {
    let reducer = ComposedReducer<Editor, String> { editor, action in
      if action == "redo" { return .run(id: "redo") { _ in try await untilCancelled() } }
      if action != "undo" { editor.title = action }
      return .none
    }
    .undoable(\.title, history: \.words) { $0 == "undo" ? .undo : $0 == "redo" ? .redo : .record }
    let store = Store(initialState: Editor(), options: StoreOptions(executor: TestExecutor()), reducer: reducer)
    for action in ["a", "redo", "undo"] { store.send(action) }
    #expect(store.state.title == "")
    #expect(store.isTaskRunning(id: "redo"))
    store.cancel(.all)
    await store.settle()
  }

  @Test func `typing within a second is one step, and is undone and redone`() async {
    let store = store()
    store.send(.typed("s"))
    await bench.clock.advance(by: .milliseconds(500))
    store.send(.typed("sw"))
    await bench.clock.advance(by: .seconds(2))
    store.send(.typed("swift"))
    #expect(store.state.history.undoCount == 2)
    store.send(.undo)
    #expect(store.state.text == "sw")
    store.send(.undo)
    #expect(store.state.text.isEmpty && !store.state.history.canUndo)
    store.send(.redo)
    store.send(.redo)
    #expect(store.state.text == "swift" && !store.state.history.canRedo)
  }

  @Test func `an undo cancels everything that its actions have caused, down to the last effect`() async {
    let store = store()
    store.send(.typed("s"))
    await store.settle()
    #expect(store.isTaskRunning(id: "rank"))
    store.send(.typed("sw"))
    #expect(store.isTaskRunning(id: "suggest"))
    store.send(.undo)
    #expect(!store.isTaskRunning(id: "rank") && !store.isTaskRunning(id: "suggest"))
    #expect(store.isTaskRunning(id: "save"))
    await store.settle()
    #expect(store.state.suggestions == ["s"])
  }

  @Test func `an effect launched at an undo belongs to no step`() {
    let reducer = ComposedReducer<Editor, EditorAction> { (editor: inout Editor, action: EditorAction) in
      if case .typed(let text) = action { editor.text = text }
      return .run { _ in try await untilCancelled() }
    }
    .undoable(\.document, history: \.history) { (action: EditorAction) in
      if case .typed = action { .record } else { Self.rule(action) }
    }
    let store = Store(initialState: Editor(), options: bench.options, reducer: reducer)
    store.send(.typed("s"))
    store.send(.typed("sw"))
    store.send(.undo)
    #expect(store.runningTaskCount == 2, "of the first step and of the undo")
    store.send(.undo)
    #expect(store.runningTaskCount == 2, "of both undos")
  }

  @Test func `an undo leaves the effects of earlier steps running`() async {
    let store = store { action in
      if case .typed = action { .record } else { Self.rule(action) }
    }
    store.send(.typed("s"))
    await store.settle()
    store.send(.add(1))
    store.send(.undo)
    #expect(store.isTaskRunning(id: "rank"))
    store.send(.undo)
    #expect(!store.isTaskRunning(id: "rank"))
  }

  @Test(arguments: [EditorAction.saved("s"), .typed("s")])
  private func `an undo leaves the effects of an action that was no step running`(action: EditorAction) {
    let reducer = ComposedReducer<Editor, EditorAction> { (editor: inout Editor, action: EditorAction) in
      if case .typed(let text) = action { editor.text = text }
      return action == .undo ? .none : .run { _ in try await untilCancelled() }
    }
    .undoable(\.document, history: \.history, rule: Self.rule)
    let store = Store(initialState: Editor(), options: bench.options, reducer: reducer)
    store.send(.typed("s"))
    // Ignored, or without a change.
    let other = store.send(action)
    #expect(store.runningTaskCount == 2)
    store.send(.undo)
    #expect(store.runningTaskCount == 1 && !other.isFinished)
  }

  @Test(arguments: [true, false])
  func `effects are kept if the action or the undo says so`(isOfUndo: Bool) {
    let store = store { action in
      switch action {
      case .typed: isOfUndo ? .record : .record.keepingEffects()
      case .undo: isOfUndo ? .undo.keepingEffects() : .undo
      default: Self.rule(action)
      }
    }
    store.send(.typed("s"))
    store.send(.undo)
    #expect(store.state.text.isEmpty)
    #expect(store.isTaskRunning(id: "suggest"))
  }

  @Test func `the reducer sees an undo with the restored value, and the effects that it launches stay`() async {
    let store = store()
    let actions = Recorder<EditorAction>()
    store.runtime.subscribe(toActions: actions.record)
    store.send(.typed("s"))
    store.send(.undo)
    await store.settle()
    #expect(actions.values.last == .saved(""))
  }

  @Test func `an undo of a redone step cancels what the redo has launched`() {
    let reducer = ComposedReducer<Editor, EditorAction> { (editor: inout Editor, action: EditorAction) in
      switch action {
      case .typed(let text):
        editor.text = text
        return .none
      case .redo:
        return .run(id: "redone") { _ in try await untilCancelled() }
      default:
        return .none
      }
    }
    .undoable(\.document, history: \.history, rule: Self.rule)
    let store = Store(initialState: Editor(), options: bench.options, reducer: reducer)
    store.send(.typed("s"))
    store.send(.undo)
    store.send(.redo)
    #expect(store.isTaskRunning(id: "redone"))
    store.send(.undo)
    #expect(store.runningTaskCount == 0)
  }

  @Test func `undoing a step that another action emitted leaves that action's effects running`() {
    let reducer = ComposedReducer<Editor, EditorAction> { (editor: inout Editor, action: EditorAction) in
      switch action {
      case .suggested:
        return .merge(.run(id: "download") { _ in try await untilCancelled() }, .send(.add(1)), .send(.add(2)))
      case .add(let id):
        editor.rows[id] = "new"
        return .run(id: EffectID(id)) { _ in try await untilCancelled() }
      default:
        return .none
      }
    }
    .undoable(\.document, history: \.history, rule: Self.rule)
    let store = Store(initialState: Editor(), options: bench.options, reducer: reducer)
    store.send(.suggested([]))
    store.send(.undo)
    #expect(store.state.rows.keys.sorted() == [1])
    #expect(store.runtime.runningEffects.map(\.id) == ["download", EffectID(1)])
    store.send(.undo)
    #expect(store.runtime.runningEffects.map(\.id) == ["download"])
  }

  @Test func `an undo that the step's own effect sends launches the effect that its reducer returns`() async {
    let reducer = ComposedReducer<Editor, EditorAction> { (editor: inout Editor, action: EditorAction) in
      switch action {
      case .add(let id):
        editor.rows[id] = "liked"
        return .merge(.task { .undo }, .run(id: "like") { _ in try await untilCancelled() })
      case .undo:
        return .run(id: "toast") { _ in try await untilCancelled() }
      default:
        return .none
      }
    }
    .undoable(\.document, history: \.history, rule: Self.rule)
    let store = Store(initialState: Editor(), options: bench.options, reducer: reducer)
    store.send(.add(1))
    await store.settle()
    #expect(store.state.rows.isEmpty)
    #expect(store.runtime.runningEffects.map(\.id) == ["toast"])
  }

  @Test func `an action that changes nothing is no step`() {
    let store = store()
    store.send(.typed(""))
    #expect(!store.state.history.canUndo)
    #expect(store.isTaskRunning(id: "suggest"))
  }

  @Test func `an action that clears the history leaves nothing to undo`() {
    let store = store()
    store.send(.typed("s"))
    store.send(.open("other"))
    store.send(.undo)
    #expect(store.state.text == "other" && !store.state.history.canUndo)
  }

  @Test func `a child that an undo removes departs with its effects`() {
    let store = store()
    store.send(.add(1))
    store.send(.row(1, .load))
    #expect(store.isTaskRunning(id: EffectID("load").scoped(to: EffectScope("rows").appending(1))))
    store.send(.undo)
    #expect(store.state.rows.isEmpty)
    #expect(store.runtime.runningEffects.map(\.id) == ["save"])
  }

  @Test func `a reducer with a history is tested without a store`() throws {
    var editor = Editor()
    let reducer = reducer(rule: Self.rule)
    _ = try reducer.reduce(&editor, .typed("s"))
    _ = try reducer.reduce(&editor, .undo)
    #expect(editor.text.isEmpty && editor.history.canRedo)
  }

  @Test func `a test store's closure expects a step by recording it`() async {
    let store = TestStore {
      Store(initialState: Editor(history: History(clock: bench.clock)), options: $0, reducer: reducer(rule: Self.rule))
    }
    await store.send(.add(1)) {
      $0.rows = [1: "new"]
      $0.history.record(Document())
    }
    await store.send(.add(1))
    await store.finish()
  }

  /// A state that is undone as a whole, its history included.
  private struct Whole: Equatable {
    var text = Text("")
    var history = History<Whole>(limit: 2)
  }

  private final class Text: Equatable, Sendable {
    let string: String
    init(_ string: String) { self.string = string }
    static func == (first: Text, second: Text) -> Bool { first.string == second.string }
  }

  private let whole = ComposedReducer<Whole, EditorAction> { (whole: inout Whole, action: EditorAction) in
    guard case .typed(let text) = action else { return .none }
    // Another object is a change.
    if whole.text.string != text { whole.text = Text(text) }
    return .run(id: "rank") { _ in try await untilCancelled() }
  }
  .undoable(\.self, history: \.history) { action in
    if case .typed = action { .record } else { UndoingTests.rule(action) }
  }

  @Test func `a whole state with its history is undone and redone`() {
    let store = Store(initialState: Whole(), options: bench.options, reducer: whole)
    store.send(.typed(""))
    #expect(!store.state.history.canUndo)
    store.send(.typed("a"))
    store.send(.typed("b"))
    #expect(store.state.history.undoCount == 2)
    store.send(.undo)
    #expect(store.state.text == Text("a"))
    #expect(store.state.history.undoCount == 1 && store.state.history.redoCount == 1)
    #expect(!store.isTaskRunning(id: "rank"))
    store.send(.undo)
    #expect(store.state.text == Text("") && store.state.history.redoCount == 2)
    store.send(.redo)
    store.send(.redo)
    #expect(store.state.text == Text("b") && !store.state.history.canRedo)
    #expect(store.state.history.undoCount == 2)
  }

  @Test func `the steps of a whole state keep no older steps`() {
    let store = Store(initialState: Whole(), options: bench.options, reducer: whole)
    weak let first = store.state.text
    for text in ["a", "b", "c"] { store.send(.typed(text)) }
    #expect(store.state.history.undoCount == 2)
    #expect(first == nil)
  }

  @Test func `values that cannot be compared are recorded with each action`() {
    struct Canvas {
      struct Strokes { var count = 0 }
      var strokes = Strokes()
      var history = History<Strokes>()
    }
    let reducer = ComposedReducer<Canvas, Int> { (canvas: inout Canvas, action: Int) in
      canvas.strokes.count += action
      return .none
    }
    .undoable(\.strokes, history: \.history) { $0 < 0 ? .undo : .record }
    let store = Store(initialState: Canvas(), reducer: reducer)
    store.send(1)
    store.send(0)
    #expect(store.state.history.undoCount == 2)
  }

  @Test func `a history of two parts stops the program at the line of the second`() async {
    // Inside the macro, all lines are its own.
    let line = #line + 1
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let reducer = ComposedReducer<Editor, EditorAction> { (_: inout Editor, _: EditorAction) in .none }
          .undoable(\.text, history: \.words) { _ in .record }
          .undoable(\.title, history: \.words) { _ in .record }
        Store(initialState: Editor(), reducer: reducer).send(.undo)
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("\(#fileID):\(line): "))
  }

  @Test func `a history used twice for the same part stops the program at the line of the second`() async {
    // As above.
    let line = #line + 1
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let reducer = ComposedReducer<Editor, EditorAction> { (_: inout Editor, _: EditorAction) in .none }
          .undoable(\.text, history: \.words) { _ in .record }
          .undoable(\.text, history: \.words) { _ in .record }
        Store(initialState: Editor(), reducer: reducer).send(.undo)
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("\(#fileID):\(line): "))
  }

  @Test func `a history of two parts that cannot be compared stops the program at the line of the second`() async {
    // As above.
    let line = #line + 1
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      struct Canvas {
        struct Strokes { var count = 0 }
        var lines = Strokes()
        var fills = Strokes()
        var history = History<Strokes>()
      }
      await MainActor.run {
        let reducer = ComposedReducer<Canvas, EditorAction> { (_: inout Canvas, _: EditorAction) in .none }
          .undoable(\.lines, history: \.history) { _ in .record }
          .undoable(\.fills, history: \.history) { _ in .record }
        Store(initialState: Canvas(), reducer: reducer).send(.undo)
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("\(#fileID):\(line): "))
  }
}
