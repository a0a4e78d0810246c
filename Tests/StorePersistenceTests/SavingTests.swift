import EffectViewEngine
import ElmEngine
import FeatureEngine
import Foundation
import Observation
import ReduxBridge
import StoreCore
import StorePersistence
import StoreTesting
import Testing
import _StoreTestSupport

@MainActor
@Suite struct SavingTests {
  private let bench = TestBench(isTraced: false)
  private let storage = MemoryStorage()
  private let saved = Saved("notes", [Note].self)

  private func text(_ storage: MemoryStorage, _ id: String = "notes") -> String? {
    storage.records[id].map { String(decoding: $0.payload, as: UTF8.self) }
  }

  private func notes(_ texts: String...) -> String {
    "[" + texts.enumerated().map { #"{"id":\#($0),"text":"\#($1)"}"# }.joined(separator: ",") + "]"
  }

  // MARK: When

  @Test func `a change is saved in the next turn, and later ones once an interval`() async {
    let store = makeElm(bench.options)
    let saving = store.persist(\.notes, as: saved.load(from: storage))
    #expect(saving.status.words == "saved")
    store.send(.add("a"))
    #expect(saving.status.words == "unsaved")
    #expect(text(storage) == nil)
    await bench.executor.settle()
    #expect(text(storage) == notes("a"))
    #expect(saving.status.words == "saved")
    store.send(.add("b"))
    store.send(.add("c"))
    await bench.executor.settle()
    #expect(text(storage) == notes("a"))
    await bench.clock.advance(by: .seconds(1))
    #expect(text(storage) == notes("a", "b", "c"))
    #expect(storage.records["notes"]?.mark.generation == 2)
  }

  @Test func `a status that changes is observed`() async {
    let changes = ChangeCount()
    func track(_ saving: Persistence) -> String {
      withObservationTracking {
        saving.status.words
      } onChange: {
        changes.count.withLock { $0 += 1 }
      }
    }
    let store = makeElm(bench.options)
    let saving = store.persist(\.notes, as: saved.load(from: storage))
    #expect(track(saving) == "saved")
    store.send(.add("a"))
    #expect(changes.count.withLock { $0 } == 1)
    #expect(track(saving) == "unsaved")
    await bench.executor.settle()
    #expect(changes.count.withLock { $0 } == 2)
    #expect(track(saving) == "saved")
    saving.cancel()
    #expect(changes.count.withLock { $0 } == 3)
  }

  @Test func `a default is not saved, nor a change of another part, nor an equal value`() async {
    let store = makeElm(bench.options, Notebook(notes: [Note(id: 0, text: "a")]))
    store.persist(\.notes, as: saved.load(from: storage))
    store.send(.tick)
    await bench.clock.advance(by: .seconds(5))
    #expect(storage.records.isEmpty)
    store.send(.add("b"))
    await bench.clock.advance(by: .seconds(5))
    store.send(.tick)
    await bench.clock.advance(by: .seconds(5))
    #expect(storage.records["notes"]?.mark.generation == 1)
  }

  @Test func `a value without == is compared by its bytes`() async {
    struct Page: Codable, Sendable { var texts: [String] }
    let store = makeElm(bench.options)
    let loaded = Saved("page", Page.self).load(from: storage)
    store.persist(\.notes, as: loaded, value: { notes in Page(texts: notes.map(\.text)) })
    store.send(.tick)
    await bench.clock.advance(by: .seconds(5))
    #expect(storage.records.isEmpty)
    store.send(.add("a"))
    await bench.clock.advance(by: .seconds(5))
    store.send(.tick)
    await bench.clock.advance(by: .seconds(5))
    #expect(storage.records["page"]?.mark.generation == 1)
    #expect(text(storage, "page") == #"{"texts":["a"]}"#)
  }

  @Test func `a first value is stored when that is asked for`() async throws {
    let store = makeElm(bench.options)
    let saving = store.persist(\.notes, as: saved.load(from: storage))
    store.send(.tick)
    await bench.clock.advance(by: .seconds(5))
    #expect(storage.records.isEmpty)
    try await saving.save()
    #expect(text(storage) == "[]")
  }

  @Test func `a load in the turn of a stop has what was unsaved`() {
    let store = makeElm(bench.options)
    store.persist(\.notes, as: saved.load(from: storage))
    store.send(.add("a"))
    store.runtime.stop()
    #expect(saved.load(from: storage).value?.map(\.text) == ["a"])
  }

  @Test func `a child that has departed leaves its id to the next one, even if something keeps it`() async {
    let store = makeElm(bench.options)
    var kept: [ElmEngine.Store<Notebook.Draft, String>] = []
    var states: [String] = []
    store.send(.open(1))
    let child = store.child(\.draft) { [bench, storage] draft in
      let editor = ElmEngine.Store(initialState: draft, options: bench.options) {
        (draft: inout Notebook.Draft, text: String) in
        draft.text = text
        return .none
      }
      let saving = editor.persist(\.text, as: Saved("draft", String.self).load(from: storage))
      kept.append(editor)
      states.append(saving.status.words)
      return editor
    }
    child.store?.send("so far")
    store.send(.open(2))
    _ = child.store
    await bench.executor.settle()
    #expect(kept.count == 2)
    #expect(states == ["saved", "saved"])
    #expect(text(storage, "draft") == #""so far""#)
  }

  @Test func `save returns when the present state is durable, whatever the interval says`() async throws {
    let store = makeElm(bench.options)
    let saving = store.persist(\.notes, as: saved.load(from: storage))
    store.send(.add("a"))
    try await saving.save()
    store.send(.add("b"))
    try await saving.save()
    #expect(text(storage) == notes("a", "b"))
    store.send(.add("c"))
    try saving.saveNow()
    #expect(text(storage) == notes("a", "b", "c"))
    await bench.clock.advance(by: .seconds(5))
    #expect(storage.records["notes"]?.mark.generation == 3)
  }

  @Test func `a save waits for no effect, and none for it`() async {
    let store = TestStore(makeElm(bench.options))
    store.store.persist(\.notes, as: saved.load(from: storage))
    await store.send(.add("a")) { $0.notes = [Note(id: 0, text: "a")] }
    store.store.cancelAll()
    await store.finish()
    #expect(store.store.runningTaskCount == 0)
    await bench.clock.advance(by: .seconds(1))
    #expect(text(storage) == notes("a"))
  }

  // MARK: Engines

  @Test func `one script has equal bytes on four engines, in a scope and in a child`() async {
    let storages = (0..<6).map { _ in MemoryStorage() }
    let loaded = storages.map { saved.load(from: $0) }
    let elm = makeElm(bench.options)
    elm.persist(\.notes, as: loaded[0])
    let host = makeHost(Notebook(), bench.options)
    host.persist(\.notes, as: loaded[1])
    host.appear()
    let feature = FeatureEngine.Store(
      initialState: FeatureNotebook.State(Notebook()),
      feature: FeatureNotebook(clock: bench.clock),
      options: bench.options
    )
    feature.persist(\.notebook.notes, as: loaded[2])
    let redux = ReduxBridge.Store(
      feature: ReduxNotebook(clock: bench.clock),
      initialState: Notebook(),
      options: bench.options
    )
    redux.persist(\.notes, as: loaded[3])
    let whole = ElmEngine.Store(initialState: Shelf(), options: bench.options) {
      (state: inout Shelf, action: Notebook.Action) in
      state.notebook.handle(action)
      return .none
    }
    whole.scope(Child(\.notebook, embed: { $0 }, extract: { $0 })).persist(\.notes, as: loaded[4])
    let child = whole.child(\.first) { [bench] _ in makeElm(bench.options) }
    child.store?.persist(\.notes, as: loaded[5])
    for text in ["a", "b"] {
      elm.send(.add(text))
      host.send(.add(text))
      feature.send(.plain(.add(text)))
      redux.send(.add(text))
      whole.send(.add(text))
      child.store?.send(.add(text))
      await bench.clock.advance(by: .seconds(2))
    }
    #expect(storages.map { text($0) } == Array(repeating: notes("a", "b"), count: 6))
  }

  @Test func `what a task writes to an object is saved, before the task has ended`() async {
    let store = FeatureEngine.Store(
      initialState: FeatureNotebook.State(Notebook()),
      feature: FeatureNotebook(clock: bench.clock),
      options: bench.options
    )
    store.persist(\.notebook.notes, as: saved.load(from: storage))
    store.send(.addLater("a"))
    await bench.clock.advance(by: .seconds(3))
    #expect(store.runningTaskCount == 1)
    #expect(text(storage) == notes("a"))
    store.state.notebook.handle(.add("b"))
    await bench.clock.advance(by: .seconds(3))
    #expect(text(storage) == notes("a", "b"))
  }

  @Test func `a suspended reduce is saved when it has committed its state`() async throws {
    let store = ReduxBridge.Store(
      feature: ReduxNotebook(clock: bench.clock),
      initialState: Notebook(),
      options: bench.options
    )
    let saving = store.persist(as: Saved("all", [Int].self).load(from: storage)) { [$0.tickCount, $0.notes.count] }
    store.send(.add("slow"))
    await bench.clock.advance(by: .seconds(5))
    try await saving.save()
    #expect(text(storage, "all") == "[0,0]")
    await bench.clock.advance(by: .seconds(7))
    #expect(text(storage, "all") == "[1,1]")
  }

  // MARK: The ends

  @Test func `a store that stops, or disappears, is saved at once`() async {
    let host = makeHost(Notebook(), bench.options)
    host.appear()
    host.persist(\.notes, as: saved.load(from: storage))
    host.send(.add("a"))
    await bench.executor.settle()
    host.send(.add("b"))
    host.disappear()
    await bench.executor.settle()
    #expect(text(storage) == notes("a", "b"))
  }

  @Test func `a store that ends is saved, on whatever thread it is released`() async {
    let held = ManagedReference(makeElm(bench.options))
    held.store?.persist(\.notes, as: saved.load(from: storage))
    held.store?.send(.add("a"))
    await bench.executor.settle()
    held.store?.send(.add("b"))
    await Task.detached { await held.release() }.value
    await bench.executor.settle()
    #expect(text(storage) == notes("a", "b"))
  }

  @Test func `logout and login in one turn load what was saved last`() async {
    var store: NotebookStore? = makeElm(bench.options)
    store?.persist(\.notes, as: saved.load(from: storage))
    store?.send(.add("a"))
    store = nil
    let loaded = saved.load(from: storage)
    #expect(loaded.value == [Note(id: 0, text: "a")])
    let next = makeElm(bench.options, Notebook(notes: loaded.value ?? []))
    let saving = next.persist(\.notes, as: loaded)
    next.send(.add("b"))
    await bench.clock.advance(by: .seconds(2))
    #expect(saving.status.words == "saved")
    #expect(text(storage) == notes("a", "b"))
    #expect(storage.copies(of: "notes").isEmpty)
  }

  @Test func `logout and login in one turn wait for the file of the last store`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "login-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for count in 0..<20 {
      let loaded = saved.load(from: FileStorage(directory: folder))
      #expect(loaded.value?.count ?? 0 == count)
      var store: NotebookStore? = makeElm(bench.options, Notebook(notes: loaded.value ?? []))
      let saving = store?.persist(\.notes, as: loaded)
      #expect(saving?.status.words == "saved")
      store?.send(.add("\(count)"))
      store = nil
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.filter { !$0.hasPrefix(".") } == ["notes.saved"])
  }

  @Test func `a child of a scope is saved when it departs, with its last state`() async {
    let store = makeElm(bench.options)
    store.send(.open(1))
    let child = store.child(\.draft) { [bench, storage] draft in
      let editor = ElmEngine.Store(initialState: draft, options: bench.options) {
        (draft: inout Notebook.Draft, text: String) in
        draft.text = text
        return .none
      }
      editor.persist(\.text, as: Saved("draft-\(draft.id)", String.self).load(from: storage))
      return editor
    }
    child.store?.send("so far")
    store.send(.close)
    await bench.executor.settle()
    #expect(text(storage, "draft-1") == #""so far""#)
    #expect(child.store == nil)
  }

  @Test func `nothing is saved after a cancel`() async throws {
    let store = makeElm(bench.options)
    let saving = store.persist(\.notes, as: saved.load(from: storage))
    store.send(.add("a"))
    saving.cancel()
    await bench.clock.advance(by: .seconds(5))
    store.send(.add("b"))
    await bench.clock.advance(by: .seconds(5))
    #expect(storage.records.isEmpty)
    #expect(saving.status.words == "ended")
    await #expect(throws: PersistenceFailure.self) { try await saving.save() }
    #expect(throws: PersistenceFailure.self) { try saving.saveNow() }
    // The id is free again.
    let next = store.persist(\.notes, as: saved.load(from: storage))
    #expect(next.status.words == "saved")
  }

  @Test func `a wait for a save ends with a cancel`() async {
    let storage = HeldStorage()
    let store = makeElm(bench.options)
    let saving = store.persist(\.notes, as: saved.load(from: storage))
    store.send(.add("a"))
    let wait = Task { try await saving.save() }
    await bench.executor.settle()
    saving.cancel()
    let result = await wait.result
    #expect(throws: PersistenceFailure.self) { try result.get() }
    storage.letGo()
    // Behind the save that was under way.
    _ = await saved.loadInBackground(from: storage)
    #expect(storage.writeCount == 1)
  }

  @Test func `a save that takes long is followed by one with all that has changed meanwhile`() async throws {
    let storage = HeldStorage()
    let store = makeElm(bench.options)
    let saving = store.persist(\.notes, as: saved.load(from: storage))
    store.send(.add("a"))
    await bench.executor.settle()
    store.send(.add("b"))
    store.send(.add("c"))
    storage.letGo()
    try await saving.save()
    #expect(storage.writeCount == 2)
    #expect(await saved.loadInBackground(from: storage).value?.map(\.text) == ["a", "b", "c"])
  }

  @Test func `a value is encoded off the main actor, in all saves but 'saveNow()'`() async throws {
    let places = Places()
    let saved = Saved("page", Page.self)
    let storage = HeldStorage()
    storage.letGo()
    var store: ElmEngine.Store<Page, Int>? = ElmEngine.Store(
      initialState: Page(places: places),
      options: bench.options
    ) { (page: inout Page, number: Int) in
      page.number = number
      return .none
    }
    let saving = store?.persist(
      \.self,
      as: saved.load(from: storage),
      changedOutside: { $0.number },
      resolve: { mine, theirs in Page(number: mine.number + theirs.number, places: places) }
    )
    /// The places of the encodings since the last call, behind what the lane has to do.
    func newPlaces() async -> [Place] {
      _ = await saved.loadInBackground(from: storage)
      await bench.executor.settle()
      return places.list.withLock { places in
        defer { places = [] }
        return places
      }
    }
    /// Whether there are any, and none is on the main actor.
    func areElsewhere() async -> Bool { await Set(newPlaces().map(\.isMainActor)) == [false] }
    MainPlace.mark()
    #expect(Place.now.isMainActor)
    // At the first change, at an interval, and when it is asked for.
    store?.send(1)
    try await saving?.save()
    #expect(await areElsewhere())
    store?.send(2)
    await bench.clock.advance(by: .seconds(2))
    #expect(await areElsewhere())
    // For a value that another process has saved, and for one that is made of two.
    try writeElsewhere(70, to: storage)
    await bench.clock.advance(by: .seconds(1))
    #expect(await areElsewhere())
    #expect(store?.state.number == 70)
    try writeElsewhere(1, to: storage)
    store?.send(4)
    try await saving?.save()
    #expect(await areElsewhere())
    #expect(store?.state.number == 5)
    // The only one that is on the main actor.
    store?.send(6)
    try saving?.saveNow()
    let thread = Place.now.thread
    #expect(await newPlaces().map(\.thread) == [thread])
    // At a stop, and at the end.
    store?.send(7)
    store?.runtime.stop()
    await bench.executor.settle()
    #expect(await areElsewhere())
    store?.runtime.start()
    store?.send(8)
    store = nil
    #expect(await areElsewhere())
    #expect(storage.read("page")?.payload == Data(#"{"number":8}"#.utf8))
  }

  private func writeElsewhere(_ number: Int, to storage: HeldStorage) throws {
    let old = storage.read("page")?.mark
    let mark = SavedMark(writer: "elsewhere", generation: (old?.generation ?? 0) + 1)
    let record = SavedRecord(version: 1, mark: mark, payload: Data(#"{"number":\#(number)}"#.utf8))
    try storage.write(record, of: "page", expecting: old, keepingOldAs: nil)
  }

  @Test func `actions that wait for each other's effects do not wait for the disk`() async throws {
    let storage = HeldStorage()
    let store = FeatureEngine.Store(
      initialState: FeatureNotebook.State(Notebook()),
      feature: FeatureNotebook(clock: bench.clock),
      ordering: .sequential,
      options: bench.options
    )
    let saving = store.persist(\.notebook.notes, as: saved.load(from: storage))
    store.send(.plain(.add("a")))
    await bench.executor.settle()
    // The write of the first one is under way until the end.
    store.send(.plain(.add("b")))
    store.send(.addLater("c"))
    await bench.clock.advance(by: .seconds(2))
    #expect(store.state.notebook.notes.map(\.text) == ["a", "b", "c"])
    await bench.clock.advance(by: .seconds(200))
    store.send(.plain(.add("d")))
    await bench.executor.settle()
    #expect(store.state.notebook.notes.count == 4)
    #expect(storage.finishedCount == 0)
    storage.letGo()
    try await saving.save()
    #expect(await saved.loadInBackground(from: storage).value?.count == 4)
  }

  @Test func `an empty id, and versions in the wrong order, end the program with words`() async {
    let empty = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Saved("", Int.self)
    }
    #expect(empty.map { String(decoding: $0.standardErrorContent, as: UTF8.self).contains("an empty id") } == true)
    let newer = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Saved("a", version: 2, Int.self).migrating(from: 2, String.self) { $0.count }
    }
    #expect(newer.map { String(decoding: $0.standardErrorContent, as: UTF8.self).contains("from version 2") } == true)
  }

  @Test func `a saver keeps neither its store nor itself`() async {
    weak var saving: Persistence?
    weak var store: NotebookStore?
    do {
      let made = makeElm(bench.options)
      store = made
      saving = made.persist(\.notes, as: saved.load(from: storage))
      made.send(.add("a"))
      await bench.executor.settle()
      #expect(saving != nil)
    }
    #expect(store == nil)
    await bench.executor.settle()
    #expect(saving == nil)
  }

  // MARK: Misuse

  @Test func `a refusal fails the step of a test, with words of its own`() async {
    let newer = SavedRecord(version: 9, mark: SavedMark(writer: "", generation: 1), payload: Data("[]".utf8))
    let storage = MemoryStorage(["notes": newer])
    let store = TestStore(makeElm(bench.options))
    await withKnownIssue {
      store.store.persist(\.notes, as: saved.load(from: storage))
      await store.finish()
    } matching: { issue in
      "\(issue)".contains("'failed:' of 'persist'") || issue.comments.contains { "\($0)".contains("'failed:'") }
    }
  }

  @Test func `a second saver of one id is refused, and told`() async {
    let issues = IssueLog()
    var options = bench.options
    options.onIssue = { issues.record($0) }
    let first = makeElm(bench.options)
    let second = makeElm(options)
    let firstSaving = first.persist(\.notes, as: saved.load(from: storage))
    let secondSaving = second.persist(\.notes, as: saved.load(from: storage)) { .failed("\($0.reason)") }
    #expect(firstSaving.status.words == "saved")
    #expect(secondSaving.status.words == "refused")
    guard case .savedTwice(id: "notes") = issues.all.first?.kind else {
      Issue.record("There was no issue.")
      return
    }
    await bench.executor.settle()
    #expect(second.state.failures == ["alreadySaved"])
  }

  @Test func `a save inside a handler throws`() async {
    let saving = Reference()
    let store = ElmEngine.Store(initialState: 0, options: bench.options) { [storage] (count: inout Int, action: Int) in
      count += action
      do throws(PersistenceFailure) { try saving.saving?.saveNow() } catch { saving.failures.append("\(error.reason)") }
      _ = storage
      return .none
    }
    saving.saving = store.persist(\.self, as: Saved("count", Int.self).load(from: storage))
    store.send(1)
    #expect(saving.failures == ["insideHandler"])
    await bench.clock.advance(by: .seconds(2))
    #expect(text(storage, "count") == "1")
  }
}

private struct Shelf {
  var notebook = Notebook()
  var first: Notebook.Draft? = Notebook.Draft(id: 0, text: "")
}

@MainActor
private final class Reference {
  var saving: Persistence?
  var failures: [String] = []
}

/// A storage whose first write waits until it is let go, on its own queue.
private final class HeldStorage: SavedStorage {
  private let memory = MemoryStorage()
  private let gate = DispatchSemaphore(value: 0)
  private let count = Locked(0)

  var identity: String { memory.identity }
  var isInstant: Bool { false }
  var writeCount: Int { count.withLock { $0 } }
  var finishedCount: Int { memory.records.count }

  func letGo() { gate.signal() }

  func read(_ id: String) -> SavedRecord? { memory.read(id) }

  func write(_ record: SavedRecord, of id: String, expecting: SavedMark?, keepingOldAs: KeptCopy?) throws {
    let isFirst = count.withLock { count in
      defer { count += 1 }
      return count == 0
    }
    if isFirst { gate.wait() }
    try memory.write(record, of: id, expecting: expecting, keepingOldAs: keepingOldAs)
  }
}

private final class ChangeCount: Sendable {
  let count = Locked(0)
}

/// A value that notes where it is encoded, and has no '=='.
private struct Page: Codable, Sendable {
  private enum CodingKeys: CodingKey { case number }

  var number = 0
  var places: Places?

  init(number: Int = 0, places: Places?) {
    self.number = number
    self.places = places
  }

  init(from decoder: any Decoder) throws {
    number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
  }

  func encode(to encoder: any Encoder) throws {
    places?.list.withLock { $0.append(.now) }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(number, forKey: .number)
  }
}

/// Where code runs.
private struct Place: Sendable {
  let isMainActor: Bool
  let thread: ObjectIdentifier

  static var now: Place {
    Place(isMainActor: DispatchQueue.getSpecific(key: MainPlace.key) != nil, thread: ObjectIdentifier(Thread.current))
  }
}

private final class Places: Sendable {
  let list = Locked<[Place]>([])
}

/// The queue of the main actor, by which it is known here: its thread may be any on Linux.
private enum MainPlace {
  static let key = DispatchSpecificKey<Bool>()

  static func mark() { DispatchQueue.main.setSpecific(key: key, value: true) }
}

/// Keeps a store until it is released, from anywhere.
private final class ManagedReference: Sendable {
  private let held: Locked<NotebookStore?>

  init(_ store: NotebookStore) { held = Locked(store) }

  var store: NotebookStore? { held.withLock { $0 } }

  func release() async {
    let store = held.withLock { $0.take() }
    withExtendedLifetime(store) {}
  }
}

extension Persistence.Status {
  /// The name of the case.
  var words: String {
    switch self {
    case .saved: "saved"
    case .unsaved: "unsaved"
    case .failing: "failing"
    case .refused: "refused"
    case .ended: "ended"
    }
  }
}
