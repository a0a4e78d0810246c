import Dispatch
import StoreCore
import StoreRecording
import StoreScoping
import StoreSimulation
import Testing
import _StoreTestSupport

/// A recorder at stores.
@MainActor
@Suite struct RecorderTests {
  private func store(_ recorder: Recorder, name: String? = nil) -> ScriptStore<String> {
    ScriptStore(options: StoreOptions(name: name, observers: [recorder]))
  }

  @Test func `the records of several stores have numbers of their own, with the times of their events`() {
    let recorder = Recorder(Recorder.Limits(states: 0))
    let (first, second) = (store(recorder, name: "first"), store(recorder, name: "second"))
    first.send("a")
    second.send("b")
    recorder.note("c")
    first.send("d")
    let records = recorder.recording.records
    #expect(records.map(\.number) == [1, 2, 3, 4])
    #expect(records.map(\.store?.name) == ["first", "second", nil, "first"])
    #expect(records.map(\.event?.time) == records.map { $0.event == nil ? nil : $0.time })
    #expect(records.map(\.time) == records.map(\.time).sorted())
    #expect(recorder.recording.stores.map(\.actionType) == ["String", "String"])
  }

  @Test func `the names of a store are its own, also for a recorder that is added late or to a scope`() {
    let first = ScriptStore<String>()
    first.send("a")
    let second = ScriptStore<Int>()
    let late = Recorder()
    second.runtime.observe(late)
    let scope = first.runtime.scoped(to: nil, embed: { (number: Int) in "\(number)" }, extract: nil, child: { nil })
    scope.observe(late)
    second.send(1)
    scope.send(2)
    let names = late.recording.stores.map { [$0.engine, $0.stateType, $0.actionType] }
    #expect(
      names == [
        ["_StoreTestSupport.ScriptStore", "Array<Int>", "Int"],
        ["_StoreTestSupport.ScriptStore", "Array<String>", "String"],
      ]
    )
    #expect(late.recording.stores.map(\.isObject) == [false, false])
  }

  @Test func `a store whose engine gives no type has the names of its actions`() {
    let recorder = Recorder()
    let runtime = Runtime<String>(options: StoreOptions(observers: [recorder])) { _ in .none }
    runtime.send("a")
    let store = recorder.recording.stores.first
    #expect(store?.actionType == "String" && store?.engine == nil && store?.stateType == nil && store?.isObject == nil)
    #expect(recorder.recording.lines.first == "          store 1: actions String")
  }

  @Test func `names are known while a record or the store is there, and of no store for longer`() {
    let recorder = Recorder(Recorder.Limits(records: 10, states: 0))
    let kept = store(recorder, name: "kept")
    kept.send("a")
    for _ in 0..<1_000 { store(recorder).send("b") }
    #expect(recorder.knownStoreCount < 200)
    #expect(recorder.recording.stores.allSatisfy { $0.actionType == "String" })
    kept.send("c")
    #expect(recorder.recording.stores.last?.engine == "_StoreTestSupport.ScriptStore")
  }

  @Test func `the parent of a store and its end are known`() {
    let recorder = Recorder(Recorder.Limits(states: 0))
    let parent = store(recorder, name: "parent")
    parent.send("a")
    var child: ChildStore<ScriptStore<String>>? = parent.child(\.first) { _ in self.store(recorder, name: "child") }
    child?.store?.send("b")
    #expect(recorder.recording.stores.map(\.hasEnded) == [false, false])
    child = nil
    let stores = recorder.recording.stores
    #expect(stores.map(\.identity.name) == ["parent", "child"])
    #expect(stores.map(\.parent?.name) == [nil, "parent"])
    #expect(stores.map(\.hasEnded) == [false, true])
  }

  @Test func `a recorder is asked for its clock's time`() {
    let recorder = Recorder(clockTime: { .seconds(7) })
    recorder.note("a")
    #expect(recorder.recording.records.map(\.clockTime) == [.seconds(7)])
    #expect(recorder.recording.lines == ["  7000ms  a"])
  }

  // MARK: Waiting

  @Test func `a wait ends with the next record`() async {
    let recorder = Recorder()
    recorder.note("a")
    await recorder.waitForRecord(after: 0)
    async let next: Void = recorder.waitForRecord(after: 1)
    recorder.note("b")
    await next
    #expect(recorder.records(after: 1, limit: 9).records.count == 1)
  }

  @Test(arguments: [false, true])
  func `a wait ends when its task is cancelled, before or while it waits`(isBefore: Bool) async {
    let recorder = Recorder()
    let gate = Gate()
    let task = Task {
      if isBefore { await gate.pass() }
      await recorder.waitForRecord(after: 0)
    }
    task.cancel()
    gate.open()
    await task.value
    #expect(recorder.recording.records.isEmpty)
  }

  // MARK: States

  @Test func `states are those after actions, by the numbers of records`() throws {
    let recorder = Recorder()
    var state: [String] = []
    let runtime = Runtime<String>(options: StoreOptions(observers: [recorder])) {
      state.append($0)
      return .none
    }
    runtime.shareState { state }
    runtime.send("a")
    runtime.send("b")
    let records = recorder.recording.records
    let states = records.filter { if case .state = $0.content { true } else { false } }
    let store = try #require(records.first?.store)
    let last = try #require(states.last)
    #expect(states.map { recorder.state(of: store, at: $0.number) as? [String] } == [[], ["a"], ["a", "b"]])
    #expect(recorder.state(of: store, at: last.number - 1) as? [String] == ["a"])
    guard case .state(after: let id?) = last.content else { throw NoAction() }
    #expect(id == records.compactMap { if case .actionHandled(_, let id) = $0.event?.kind { id } else { nil } }.last)
  }

  @Test func `a recorder without states is shown none`() {
    let recorder = Recorder(Recorder.Limits(states: 0))
    let runtime = Runtime<String>(options: StoreOptions(observers: [recorder])) { _ in .none }
    runtime.shareState { Issue.record("The state was read.") }
    runtime.send("a")
    #expect(recorder.recording.records.count == 1)
  }

  @Test func `the state of an object is a copy`() throws {
    final class Box { var count = 0 }
    let recorder = Recorder()
    let box = Box()
    let runtime = Runtime<Int>(options: StoreOptions(observers: [recorder])) {
      box.count += $0
      return .none
    }
    runtime.shareState { box }
    runtime.send(1)
    let record = try #require(recorder.recording.records.last)
    runtime.send(1)
    let store = try #require(record.store)
    let state = try #require(recorder.state(of: store, at: record.number))
    #expect(ValueTree(of: state, at: ".count")?.text == "1")
  }

  /// A value that notes where it is released.
  private final class Watched {
    static let mainQueue = DispatchSpecificKey<Bool>()
    private let notes: Notes

    init(_ notes: Notes) { self.notes = notes }

    deinit {
      notes.kept.withLock { $0 = DispatchQueue.getSpecific(key: Self.mainQueue) != nil }
      notes.gate.open()
    }
  }

  private final class Notes: Sendable {
    let kept = Locked<Bool?>(nil)
    let gate = Gate()
    var isReleasedOnMain: Bool? { kept.withLock { $0 } }
  }

  @Test func `a state is released on the main actor, though the recorder is not`() async {
    struct State { var watched: Watched }
    DispatchQueue.main.setSpecific(key: Watched.mainQueue, value: true)
    let notes = Notes()
    let last = Locked<Recorder?>(Recorder())
    var runtime: Runtime<Int>? = Runtime(
      options: StoreOptions(observers: [last.withLock { $0 }].compactMap(\.self))
    ) { _ in .none }
    do {
      let watched = Watched(notes)
      runtime?.shareState { State(watched: watched) }
    }
    runtime?.send(1)
    runtime = nil
    #expect(notes.isReleasedOnMain == nil)
    await Task.detached { last.withLock { $0 = nil } }.value
    await notes.gate.pass()
    #expect(notes.isReleasedOnMain == true)
  }

  /// A value that records a note when it is released.
  private final class Noting {
    private let recorder: Recorder

    init(_ recorder: Recorder) { self.recorder = recorder }

    deinit { recorder.note("released") }
  }

  @Test func `a state that is dropped may call the recorder`() {
    struct State { var noting: Noting }
    let recorder = Recorder(Recorder.Limits(states: 1))
    let runtime = Runtime<Int>(options: StoreOptions(observers: [recorder])) { _ in .none }
    runtime.shareState { State(noting: Noting(recorder)) }
    for number in 0..<3 { runtime.send(number) }
    #expect(recorder.recording.lines.count { $0.hasSuffix("released") } >= 3)
  }

  private struct NoAction: Error {}
}
