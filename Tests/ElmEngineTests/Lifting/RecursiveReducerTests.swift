import ElmEngine
import StoreTesting
import Testing

/// Features that have themselves as children.
@MainActor
@Suite struct RecursiveReducerTests {
  struct Folder: Identifiable, Sendable {
    let id: Int
    var title = ""
    var seen = 0
    var folders: [Folder] = []

    static let reducer: ComposedReducer<Folder, FolderAction> = ComposedReducer { folder, action in
      switch action {
      case .rename(let title):
        folder.title = title
      case .load(let gate):
        let load: @Sendable () async throws -> FolderAction = {
          await gate.wait()
          return .rename("loaded")
        }
        return .cancellable(load, "load")
      case .remove(let id):
        folder.folders.removeAll { $0.id == id }
      case .folder:
        folder.seen += 1
      }
      return .none
    }
    .lifting(
      .lazy { reducer },
      at: ChildList(\.folders, id: "folders") { id, action in
        .folder(id, action)
      } extract: { action in
        if case .folder(let id, let action) = action { (id, action) } else { nil }
      }
    )

    subscript(_ id: Int) -> Folder? { folders.first { $0.id == id } }
  }

  indirect enum FolderAction: Sendable {
    case rename(String)
    case load(Gate)
    case remove(Int)
    case folder(Int, FolderAction)

    /// The action of the folder at a path.
    func at(_ path: Int...) -> FolderAction { path.reversed().reduce(self) { .folder($1, $0) } }
  }

  private static let root = Folder(
    id: 0,
    folders: [
      Folder(id: 1, folders: [Folder(id: 2, folders: [Folder(id: 3)])]), Folder(id: 4, folders: [Folder(id: 2)]),
    ]
  )

  private static func scope(_ path: Int...) -> EffectScope {
    path.dropFirst().reduce(EffectScope("folders").appending(path[0])) { $0.appending("folders").appending($1) }
  }

  private let executor = TestExecutor()
  private let gate = Gate()
  private let issues = Recorder<RuntimeIssue>()

  private func makeStore(
    _ reducer: ComposedReducer<Folder, FolderAction> = Folder.reducer
  ) -> Store<Folder, FolderAction> {
    let options = StoreOptions(executor: executor, onIssue: { [issues] in issues.record($0) })
    return Store(initialState: Self.root, options: options, reducer: reducer)
  }

  @Test func `an action reaches a child at any depth, and each one around it`() {
    let store = makeStore()
    store.send(.rename("deep").at(1, 2, 3))
    #expect(store.state[1]?[2]?[3]?.title == "deep")
    #expect(
      [store.state.seen, store.state[1]?.seen, store.state[1]?[2]?.seen, store.state[1]?[2]?[3]?.seen] == [1, 1, 1, 0]
    )
    #expect(store.state[4]?[2]?.title == "")
  }

  @Test func `effects of one name at different depths are separate, and their actions reach their own child`() async {
    let store = makeStore()
    for action in [FolderAction.load(gate), .load(gate).at(1), .load(gate).at(1, 2), .load(gate).at(4, 2)] {
      store.send(action)
    }
    #expect(store.isTaskRunning(id: EffectID("load").scoped(to: Self.scope(1, 2))))
    #expect(store.isTaskRunning(id: EffectID("load").scoped(to: Self.scope(4, 2))))
    gate.open()
    await store.settle()
    let titles = [store.state.title, store.state[1]?.title, store.state[1]?[2]?.title, store.state[4]?[2]?.title]
    #expect(titles == Array(repeating: "loaded", count: 4))
    #expect(store.state[1]?[2]?[3]?.title == "")
  }

  @Test(arguments: [false, true])
  func `a departing child takes the effects of all its descendants, also in a wrapped reducer`(isWrapped: Bool) async {
    let reducer =
      isWrapped
      ? ComposedReducer<Folder, FolderAction>.lazy { Folder.reducer }.wrapping { $2(&$0, $1) } : Folder.reducer
    let store = makeStore(reducer)
    store.send(.load(gate).at(1, 2, 3))
    store.send(.load(gate).at(4, 2))
    store.send(.remove(2).at(1))
    #expect(!store.isTaskRunning(id: EffectID("load").scoped(to: Self.scope(1, 2, 3))))
    store.send(.remove(1))
    #expect(store.isTaskRunning(id: EffectID("load").scoped(to: Self.scope(4, 2))))
    store.send(.remove(4))
    #expect(!store.isTaskRunning(id: EffectID("load").scoped(to: Self.scope(4, 2))))
    gate.open()
    await store.settle()
    #expect(issues.values.isEmpty)
  }

  @Test func `a child that the wrapper around a recursive reducer removes departs`() async {
    let emptied = ComposedReducer<Folder, FolderAction>.lazy { Folder.reducer }.wrapping { folder, action, inner in
      guard case .rename("empty") = action else { return inner(&folder, action) }
      folder.folders = []
      return .none
    }
    let store = makeStore(emptied)
    store.send(.load(gate).at(1, 2))
    store.send(.rename("empty"))
    #expect(store.runningTaskCount == 0)
    gate.open()
    await store.settle()
  }

  @Test func `an action for an absent child of a child is an issue`() {
    let store = makeStore()
    store.send(.rename("nobody").at(1, 2, 7))
    guard case .absentChild? = issues.values.first?.kind else {
      Issue.record("There is no issue.")
      return
    }
    #expect(issues.values.count == 1)
    #expect(Folder.reducer.contains(Self.scope(1, 2, 3), in: store.state))
    #expect(!Folder.reducer.contains(Self.scope(1, 2, 7), in: store.state))
  }

  @Test func `a reducer is made once, when an action first needs it`() {
    let made = Recorder<Int>()
    @MainActor func makeReducer(_ depth: Int) -> ComposedReducer<Folder, FolderAction> {
      made.record(depth)
      return ComposedReducer<Folder, FolderAction> { folder, action in
        if case .rename(let title) = action { folder.title = title }
        return .none
      }
      .lifting(
        .lazy { makeReducer(depth + 1) },
        at: ChildList(\.folders, id: "folders") { id, action in
          .folder(id, action)
        } extract: { action in
          if case .folder(let id, let action) = action { (id, action) } else { nil }
        }
      )
    }
    let store = makeStore(makeReducer(0))
    store.send(.rename("root"))
    #expect(made.values == [0])
    store.send(.rename("a").at(1, 2))
    store.send(.rename("b").at(4, 2))
    store.send(.rename("c").at(1))
    #expect(made.values == [0, 1, 2])
    #expect([store.state[1]?.title, store.state[1]?[2]?.title, store.state[4]?[2]?.title] == ["c", "a", "b"])
  }

  @Test func `children are lifted into a reducer that is made later`() async {
    let store = Store(
      initialState: Self.root,
      options: StoreOptions(executor: executor),
      reducer: ComposedReducer<Folder, FolderAction>.lazy { Folder.reducer }
        .lifting(
          Folder.reducer,
          at: ChildList(\.folders, id: "more") {
            .folder($0, $1)
          } extract: { action in
            if case .folder(let id, .load(let gate)) = action { (id, .load(gate)) } else { nil }
          }
        )
    )
    store.send(.load(gate).at(1))
    // The newer lift sees the action first, and the reducer that was made later sees it after.
    #expect(store.isTaskRunning(id: EffectID("load").scoped(to: EffectScope("more").appending(1))))
    #expect(store.isTaskRunning(id: EffectID("load").scoped(to: Self.scope(1))))
    store.send(.remove(1))
    #expect(store.runningTaskCount == 0)
    gate.open()
    await store.settle()
  }

  @Test func `folders may be nested hundreds of levels deep`() async {
    let path = Array(1...300)
    let root = path.reversed().reduce(Folder(id: 301)) { Folder(id: $1, folders: [$0]) }
    let store = Store(
      initialState: Folder(id: 0, folders: [root]),
      options: StoreOptions(executor: executor),
      reducer: Folder.reducer
    )
    store.send((path + [301]).reversed().reduce(.load(gate)) { .folder($1, $0) })
    gate.open()
    await store.settle()
    #expect((path + [301]).reduce(store.state) { $0[$1] ?? $0 }.title == "loaded")
  }

  @Test func `lifting two children with the same id is reported at the second one's line`() async {
    // Inside the macro, all lines are its own.
    let line = #line + 1
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let twice = ComposedReducer<Folder, FolderAction>.lazy { Folder.reducer }
          .lifting(
            Folder.reducer,
            at: ChildList(\.folders, id: "folders") {
              .folder($0, $1)
            } extract: { (_: FolderAction) in
              nil
            }
          )
        Store(initialState: Folder(id: 0), reducer: twice).send(.rename("a"))
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Lifted two children with the id 'folders' into one reducer."))
    #expect(text.contains("\(#fileID):\(line): "))
  }
}
