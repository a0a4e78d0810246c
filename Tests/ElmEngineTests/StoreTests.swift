import ElmEngine
import Logging
import StoreTesting
import Testing

/// Sending, cancelling, the end of a store, and the errors that nothing catches.
@MainActor
@Suite struct StoreTests {
  private let executor = TestExecutor()
  private let clock: TestClock

  init() {
    clock = TestClock(executor: executor)
  }

  private var options: StoreOptions { StoreOptions(executor: executor) }

  private func wait(_ id: some Hashable & Sendable) -> Effect<JournalAction> {
    .cancellable(
      { [clock] in
        try await clock.sleep(for: .seconds(1))
        return .note("done \(id)")
      },
      id
    )
  }

  // MARK: Sending

  @Test func `the state has changed and the effects are registered when send returns`() async {
    let store = Journal(options: options)

    let note = store.send(.note("a"))
    let waiting = store.run(wait("load"))

    #expect(store.state == ["a"])
    #expect(note.isFinished)
    #expect(!waiting.isFinished)
    #expect(store.isTaskRunning(id: "load"))
    store.cancel("load")
    #expect(waiting.isFinished)
    await store.settle()
  }

  @Test func `an action sent inside the reducer is handled after the current one`() {
    weak var reference: Store<[Int], Int>?
    let store = Store<[Int], Int>(initialState: []) { state, action in
      if action == 1 {
        reference?.send(2)
      }
      return (state + [action], .none)
    }
    reference = store

    store.send(1)

    #expect(store.state == [1, 2])
  }

  // MARK: Cancelling

  @Test func `cancel takes a literal, a variable, a number, an enum, a name and an interpolation`() async {
    let store = Journal(options: options)
    let variable = "variable"
    let number = 7
    let name = EffectID("name")
    let ids: [EffectID] = [
      "literal", EffectID(variable), EffectID(7), EffectID(Screen.user(1)), name, EffectID("row-7"),
    ]
    store.run(.merge(ids.map(wait)))
    #expect(store.runningTaskCount == 6)

    store.cancel("literal")
    #expect(store.runningEffects == ids.dropFirst(1))
    store.cancel(variable)
    #expect(store.runningEffects == ids.dropFirst(2))
    store.cancel(7)
    #expect(store.runningEffects == ids.dropFirst(3))
    store.cancel(Screen.user(1))
    #expect(store.runningEffects == ids.dropFirst(4))
    store.cancel(name)
    #expect(store.runningEffects == ids.dropFirst(5))
    store.cancel("row-\(number)")
    #expect(store.runningTaskCount == 0)
    await clock.advance(by: .seconds(2))
    #expect(store.state.isEmpty)
  }

  @Test func `cancel takes a selector`() async {
    let store = Journal(options: options)
    store.run(.merge(["a", "b", "c", "d", "e"].map(wait)))

    store.cancel(.ids(["a", "b"]))
    #expect(store.runningEffects == ["c", "d", "e"])
    store.cancel(.matching { $0 == "c" })
    #expect(store.runningEffects == ["d", "e"])
    store.cancel(.id("d"))
    #expect(store.runningEffects == ["e"])
    store.cancel(.all)
    #expect(store.runningTaskCount == 0)
    await store.settle()
  }

  // MARK: The end

  @Test func `effects are cancelled when the last reference to the store is released`() async {
    let endings = Recorder<String>()
    var store: Journal? = Journal(options: options)
    store?.run(
      .run { [clock] _ in
        do {
          try await clock.sleep(for: .seconds(1))
        } catch {
          endings.record("\(type(of: error))")
        }
      }
    )
    await store?.settle()
    weak let reference = store

    store = nil

    #expect(reference == nil)
    await executor.settle()
    #expect(endings.values == ["CancellationError"])
    #expect(clock.deadlines.isEmpty)
  }

  // MARK: Errors

  @Test func `an error that nothing catches reaches the hook with the effect's name`() async {
    let reports = Recorder<String>()
    let options = StoreOptions(executor: executor) { error, info in
      reports.record("\(error) from \(info.id?.description ?? "nobody")")
    }
    let store = Journal(options: options)

    store.run(.cancellable({ throw Failure() }, "load"))
    store.run(.task { throw Failure(description: "no name") })
    await store.settle()

    #expect(reports.values == ["out of luck from load", "no name from nobody"])
    #expect(store.state.isEmpty)
  }

  @Test func `an error of a cancelled effect is not reported`() async {
    let reports = Recorder<String>()
    let options = StoreOptions(executor: executor) { error, _ in reports.record("\(error)") }
    let store = Journal(options: options)
    store.run(wait("load"))
    await store.settle()

    store.cancel("load")
    await store.settle()

    #expect(reports.values.isEmpty)
  }

  @Test func `without a hook an error is logged at error level with the effect's name`() async throws {
    let lines = Recorder<LogRecorder.Line>()
    let logger = Logger(label: "test") { _ in LogRecorder(lines: lines) }
    let store = Journal(options: StoreOptions(executor: executor, logger: logger))

    store.run(.cancellable({ throw Failure() }, "load"))
    await store.settle()

    #expect(lines.values.count == 1)
    let line = try #require(lines.values.first)
    #expect(line.level == .error)
    #expect(line.message.contains("the effect 'load' threw out of luck, and nothing handles it."))
    #expect(line.metadata["effect.id"] == "load")
    #expect(line.metadata["effect.token"] != nil)
  }
}

extension Store {
  /// The names of the running effects in the order of their launches.
  fileprivate var runningEffects: [EffectID] {
    runtime.runningEffects.compactMap(\.id)
  }
}

private func == (names: [EffectID], rest: ArraySlice<EffectID>) -> Bool {
  names == Array(rest)
}
