import ElmEngine
import StoreTesting
import Testing

// Recipes of the cookbook: children of a store's own engine.

private struct File: Equatable, Identifiable, Sendable {
  let id: String
  var name = ""
  var isUploaded = false
}

private enum FileAction: Sendable {
  case start
  case uploaded
}

private struct Rename: Equatable, Identifiable, Sendable {
  let id: String
  var name = ""
  var isFree: Bool?
}

private enum RenameAction: Sendable {
  case typed(String)
  case checked(isFree: Bool)
  case done
}

private struct Uploads: Equatable {
  var files: [File] = []
  var sheet: Rename?
}

private enum UploadsAction: Sendable {
  case file(String, FileAction)
  case stopAll
  case rename(String)
  case sheet(RenameAction)
  case close
}

private let rows = ChildList(\Uploads.files, id: "files", embed: UploadsAction.file) { action in
  if case .file(let id, let action) = action { (id, action) } else { nil }
}

private let sheet = Child(\Uploads.sheet, id: "sheet", embed: UploadsAction.sheet) { action in
  if case .sheet(let action) = action { action } else { nil }
}

private let file = ComposedReducer { (file: inout File, action: FileAction) in
  switch action {
  case .start:
    return .task(id: "upload") {
      try await EffectClock.current.sleep(for: .seconds(1))
      return .uploaded
    }
  case .uploaded:
    file.isUploaded = true
    return .none
  }
}

private let rename = ComposedReducer { (rename: inout Rename, action: RenameAction) in
  switch action {
  case .typed(let name):
    rename.name = name
    return .task(id: "check") {
      try await EffectClock.current.sleep(for: .seconds(1))
      return .checked(isFree: true)
    }
  case .checked(let isFree): rename.isFree = isFree
  case .done: break
  }
  return .none
}

private let uploads = ComposedReducer { (uploads: inout Uploads, action: UploadsAction) in
  switch action {
  case .stopAll: return .cancel(.scope("files"))

  case .rename(let id): uploads.sheet = Rename(id: id)
  case .sheet(.done), .close: uploads.sheet = nil

  case .file, .sheet: break
  }
  return .none
}
.lifting(file, at: rows)
.lifting(rename, at: sheet)

@MainActor
@Suite struct ChildRecipesTests {
  private let bench = TestBench(isTraced: false)

  private func makeStore() -> Store<Uploads, UploadsAction> {
    let files = ["a", "b"].map { File(id: $0) }
    return Store(initialState: Uploads(files: files), options: bench.options, reducer: uploads)
  }

  @Test func `a row is found by its id`() async {
    let store = makeStore()
    let row = store.scope(rows, element: "b")  // 'nil' while there is none; 'store.scopes(rows)' has all
    row?.send(.start)
    let isRunning = row?.isTaskRunning(id: "upload")  // this row's
    row?.cancelAll()  // the effects of this row

    #expect(isRunning == true)
    #expect(store.scope(rows, element: "c") == nil)
    #expect(store.runningTaskCount == 0)
    store.send(.file("a", .start))
    row?.send(.start)
    row?.cancelAll()
    await bench.clock.advance(by: .seconds(1))
    #expect(store.scopes(rows).map(\.isUploaded) == [true, false])
  }

  @Test func `the effects of all rows are cancelled`() {
    let store = makeStore()
    for row in store.scopes(rows) { row.send(.start) }
    #expect(store.runningTaskCount == 2)
    store.send(.stopAll)
    #expect(store.runningTaskCount == 0)
  }

  @Test(arguments: [true, false])
  func `a sheet closes by itself or from outside, with its effects`(closesItself: Bool) async {
    let store = makeStore()
    store.send(.rename("a"))
    let shown = store.scope(sheet)
    shown?.send(.typed("b"))
    #expect(shown?.isTaskRunning(id: "check") == true)
    if closesItself { shown?.send(.done) } else { store.send(.close) }
    #expect(shown?.hasDeparted == true)
    #expect(store.scope(sheet) == nil)
    #expect(store.runningTaskCount == 0)
  }
}
