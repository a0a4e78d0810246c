import FeatureEngine
import StoreTesting
import Testing
import _StoreTestSupport

@MainActor
@Suite struct TaskIDTests {
  enum Name: Hashable, Sendable {
    case load
    case save(Int)
  }

  private static let uuid = UUID()

  private static let names: [EffectID] = [
    EffectID("1"), EffectID(1), EffectID(uuid), EffectID(Name.load), EffectID(Name.save(1)), EffectID(Name.save(2)),
  ]

  @Test func `strings, numbers, UUIDs and enums are names, each of its own`() async {
    let gate = Gate()
    let store = makeStore(gate)
    for index in Self.names.indices { store.send("\(index)") }
    #expect(store.runningTaskCount == 6)
    #expect(store.isTaskRunning(id: "1"))
    #expect(store.isTaskRunning(id: 1))
    #expect(store.isTaskRunning(id: Self.uuid))
    #expect(store.isTaskRunning(id: Name.load))
    #expect(store.isTaskRunning(id: Name.save(1)))
    #expect(!store.isTaskRunning(id: Name.save(3)))
    #expect(!store.isTaskRunning(id: UUID()))
    store.cancelTask(id: 1)
    #expect(store.isTaskRunning(id: "1"))
    #expect(!store.isTaskRunning(id: 1))
    store.cancelTask(id: Name.save(1))
    #expect(store.isTaskRunning(id: Name.save(2)))
    store.cancelTask(id: Self.uuid)
    #expect(store.runtime.runningEffects.map(\.id) == [Self.names[0], Self.names[3], Self.names[5]])
    gate.open()
    await store.settle()
    #expect(store.state.lines.sorted() == ["0", "3", "5"])
  }

  @Test func `a task replaces a running one of the same name`() async {
    let gate = Gate()
    let store = Store(
      ActionHandler<String, Notes> { action, _ in
        .run(id: "same") { state in
          await gate.pass()
          if !Task.isCancelled { state.lines.append(action) }
        }
      }
    )
    let first = store.send("first")
    await gate.waitForArrivals(1)
    store.send("second")
    #expect(first.isFinished)
    #expect(store.runningTaskCount == 1)
    #expect(store.runtime.drainingEffects.count == 1)
    gate.open()
    await store.settle()
    #expect(store.state.lines == ["second"])
  }

  @Test func `several tasks are cancelled by names of one type`() async {
    let gate = Gate()
    let store = Store(
      ActionHandler<String, Notes> { action, _ in
        action == "cancel" ? .cancel(ids: Set(["a", "b"])) : .run(id: action) { _ in await gate.pass() }
      }
    )
    for name in ["a", "b", "c", "d"] { store.send(name) }
    store.send("cancel")
    #expect(store.runtime.runningEffects.map(\.id) == ["c", "d"])
    store.cancelTasks(ids: ["c", "x"])
    #expect(store.runtime.runningEffects.map(\.id) == ["d"])
    store.cancelAllTasks()
    #expect(store.runningTaskCount == 0)
    gate.open()
    await store.settle()
  }

  @Test(arguments: [false, true])
  func `several tasks are cancelled by names of different types`(byAction: Bool) async {
    let gate = Gate()
    let store = makeStore(gate)
    for index in Self.names.indices { store.send("\(index)") }
    if byAction {
      store.send("cancel")
    } else {
      store.cancelTasks(ids: [EffectID(1), EffectID(Self.uuid), EffectID(Name.load)])
    }
    #expect(store.runtime.runningEffects.map(\.id) == [Self.names[0], Self.names[4], Self.names[5]])
    gate.open()
    await store.settle()
    #expect(store.state.lines.sorted() == ["0", "4", "5"])
  }

  @Test func `a cancelled task that still runs is drained, and what it writes is seen`() async {
    let gate = Gate()
    let store = Store(
      ActionHandler<String, Notes> { _, _ in
        .run(id: "stubborn") { state, send in
          await gate.pass()
          state.count += 1
          send("dropped")
        }
      }
    )
    store.send("start")
    await gate.waitForArrivals(1)
    store.cancelTask(id: "stubborn")
    #expect(!store.isTaskRunning(id: "stubborn"))
    #expect(store.runningTaskCount == 0)
    #expect(store.runtime.drainingEffects.map(\.id) == ["stubborn"])
    let drained = DrainCounter()
    store.runtime.observe(drained)
    gate.open()
    await drained.counter.wait(for: 1)
    #expect(store.state.count == 1)
    #expect(store.runtime.drainingEffects.isEmpty)
    await store.settle()
    #expect(store.state.lines.isEmpty)
  }

  private func makeStore(_ gate: Gate) -> Store<Script> {
    Store(
      ActionHandler { action, _ in
        guard let index = Int(action) else {
          return .cancel(ids: [EffectID(1), EffectID(Self.uuid), EffectID(Name.load)])
        }
        let operation: @MainActor (Notes) async throws -> Void = { state in
          await gate.pass()
          if !Task.isCancelled { state.lines.append(action) }
        }
        return switch index {
        case 0: .run(id: "1", operation: operation)
        case 1: .run(id: 1, operation: operation)
        case 2: .run(id: Self.uuid, operation: operation)
        case 3: .run(id: Name.load, operation: operation)
        case 4: .run(id: Name.save(1), operation: operation)
        default: .run(id: Self.names[index], operation: operation)
        }
      }
    )
  }
}
