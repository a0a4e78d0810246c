import EffectViewEngine
import StoreTesting
import Testing
import _StoreTestSupport

/// The meaning of each case of an effect.
@MainActor
@Suite struct EffectTests {
  private let executor = TestExecutor()
  private let clock: TestClock
  private let log = EventLog()
  private let journal: Journal<String>

  init() {
    clock = TestClock(executor: executor)
    journal = Journal(env: "env", options: StoreOptions(executor: executor, clock: clock, observers: [log]))
  }

  // MARK: Tasks

  @Test func `a task gets an input and the environment, on the main actor`() async {
    journal.run(
      .task { input, env in
        MainActor.assertIsolated()
        input(.note("by \(env)"))
      }
    )
    await journal.settle()
    #expect(journal.state == ["by env"])
  }

  @Test func `a task is registered when send returns, and its name is free when it has ended`() async {
    journal.run(.task(name: "load") { _, _ in })
    #expect(journal.isTaskRunning(id: "load"))
    await journal.settle()
    #expect(!journal.isTaskRunning(id: "load"))
    #expect(journal.runningTaskCount == 0)
  }

  @Test func `names are literals, variables and any hashable value`() async {
    let variable = "variable"
    for effect: Effect<JournalEvent<String>, String> in [
      .task(name: "literal") { _, _ in await Task.forever() },
      .task(name: variable) { _, _ in await Task.forever() },
      .task(name: 7) { _, _ in await Task.forever() },
      .task(name: EffectID(Screen.list)) { _, _ in await Task.forever() },
      .throwingTask(name: Screen.row(1)) { _, _ in await Task.forever() },
    ] {
      journal.run(effect)
    }
    let ids: [EffectID] = ["literal", "variable", 7, EffectID(Screen.list), EffectID(Screen.row(1))]
    #expect(journal.runtime.runningEffects.map(\.id) == ids)
    journal.run(.cancel("literal"))
    journal.run(.cancel(variable))
    journal.run(.cancel(7))
    journal.run(.cancel(Screen.list))
    #expect(journal.runtime.runningEffects.map(\.id) == ids.suffix(1))
    journal.run(.cancel(.all))
    #expect(journal.runningTaskCount == 0)
    await journal.settle()
  }

  @Test func `a task of the same name is replaced, and what it still sends is dropped`() async {
    let gate = Gate()
    journal.run(
      .task(name: "search") { input, _ in
        // Ignores its cancellation.
        await gate.pass()
        input(.note("stale"))
        input.send(.note("stale at once"))
        await input.perform(.note("stale and waited for"))
      }
    )
    await journal.settle()
    journal.run(.task(name: "search") { input, _ in input(.note("fresh")) })
    #expect(journal.runtime.drainingEffects.map(\.id) == ["search"])
    await journal.settle()
    gate.open()
    await journal.settle()
    #expect(journal.state == ["fresh"])
    #expect(
      log.events("dropped") == [
        "dropped stale of search", "dropped stale at once of search", "dropped stale and waited for of search",
      ]
    )
    #expect(journal.runtime.drainingEffects.isEmpty)
  }

  @Test func `a task that ignores its cancellation blocks nothing`() async {
    let gate = Gate()
    let handle = journal.run(.task(name: "stubborn") { _, _ in await gate.pass() })
    await journal.settle()
    journal.cancel("stubborn")
    #expect(handle.isFinished)
    #expect(!journal.isTaskRunning(id: "stubborn"))
    #expect(journal.runningTaskCount == 0)
    await journal.input.perform(.run(.task(name: "stubborn") { input, _ in input(.note("new")) }))
    #expect(journal.state == ["new"])
    gate.open()
    await journal.settle()
  }

  @Test func `two hosts with tasks of one name do not touch each other`() async {
    let other = Journal(options: StoreOptions(executor: executor))
    journal.run(.task(name: "load") { _, _ in await Task.forever() })
    other.run(.task(name: "load") { _, _ in await Task.forever() })
    await journal.settle()
    journal.cancel("load")
    #expect(!journal.isTaskRunning(id: "load"))
    #expect(other.isTaskRunning(id: "load"))
    other.disappear()
    await other.settle()
  }

  // MARK: Actions and events

  @Test func `the event of an action is handled before any event that was sent meanwhile`() {
    journal.run(
      .action { [journal] env in
        journal.send(.note("sent meanwhile"))
        return .both("first of \(env)", .event(.note("second")))
      }
    )
    #expect(journal.state == ["first of env", "second", "sent meanwhile"])
  }

  @Test func `an action may return nothing`() {
    var calls = 0
    journal.run(
      .action { _ in
        calls += 1
        return nil
      }
    )
    #expect(calls == 1)
    #expect(journal.state.isEmpty)
  }

  @Test func `an endless cycle of actions is stopped, and the report names the events`() async {
    let issues = IssueLog()
    let host = EffectHost(
      state: 0,
      options: StoreOptions(onIssue: { issues.record($0) }, chainLimit: 100)
    ) { (count: inout Int, event: String) -> Effect<String, Void>? in
      count += 1
      switch event {
      case "ping": return .action { _ in "pong" }
      case "pong": return .action { _ in "ping" }
      default: return nil
      }
    }
    host.send("ping")
    #expect(host.state == 101)
    guard case .runawayChain(_, let cycle)? = issues.all.first?.kind else {
      Issue.record("There is no report of a chain.")
      return
    }
    #expect(Set(cycle) == ["ping", "pong"])
    #expect(issues.all.count == 1)
    host.send("other")
    #expect(host.state == 102)
  }

  // MARK: Composites

  @Test func `a sequence runs from left to right, and the events of every member are handled`() async {
    journal.run(
      .sequence([
        .action { _ in .note("1") },
        .task { input, _ in
          input(.note("2"))
          input(.note("3"))
        },
        .event(.note("4")),
        .sequence([.action { _ in .note("5") }, .task { input, _ in input(.note("6")) }]),
        .action { _ in .note("7") },
      ])
    )
    #expect(journal.state == ["1"])
    await journal.settle()
    #expect(journal.state == ["1", "2", "3", "4", "5", "6", "7"])
  }

  @Test func `an action in a sequence is called after the members before it`() async {
    var wasRunning: Bool?
    journal.run(.task(name: "load") { _, _ in await Task.forever() })
    journal.run(
      .sequence([
        .cancel("load"),
        .action { [journal] _ in
          wasRunning = journal.isTaskRunning(id: "load")
          return nil
        },
      ])
    )
    #expect(wasRunning == false)
    await journal.settle()
  }

  @Test func `a stale task is cancelled before the new one of its name starts`() async {
    journal.run(.task(name: "load") { _, _ in await Task.forever() })
    journal.run(.sequence([.cancel("load"), .task(name: "load") { input, _ in input(.note("fresh")) }]))
    #expect(log.events.suffix(2) == ["cancelled load", "started load"])
    #expect(journal.isTaskRunning(id: "load"))
    await journal.settle()
    #expect(journal.state == ["fresh"])
  }

  @Test(arguments: [LaunchPolicy.keepRunning, .replace])
  func `an event that a task returns may launch the task again under keepRunning, and cancels nothing`(
    policy: LaunchPolicy
  ) async {
    let update: EffectHost<[String], String, Void>.Update = { state, event in
      state.append(event)
      guard event != "cancelled", state.count < 4 else { return nil }
      return .task(id: "page") { _ in "loaded" }.policy(policy).onCancel { "cancelled" }
    }
    let host = EffectHost(state: [], initialEnv: (), options: StoreOptions(executor: executor), update: update)
    await host.send("start").tree
    #expect(host.state == ["start", "loaded", "loaded", "loaded"])
  }

  @Test func `a cancelled member of a sequence ends, and the next one starts`() async {
    journal.run(
      .sequence([
        .task(name: "a") { _, _ in await Task.forever() },
        .task { input, _ in input(.note("b")) },
      ])
    )
    await journal.settle()
    #expect(journal.state.isEmpty)
    journal.cancel("a")
    await journal.settle()
    #expect(journal.state == ["b"])
  }

  @Test func `merged effects start together, in order`() async {
    journal.run(
      .merge([
        .task(name: "a") { [clock] input, _ in
          try? await clock.sleep(for: .seconds(1))
          input(.note("a"))
        },
        .event(.note("b")),
        .task(name: "c") { input, _ in input(.note("c")) },
      ])
    )
    #expect(journal.state == ["b"])
    #expect(journal.runtime.runningEffects.map(\.id) == ["a", "c"])
    await clock.advance(by: .seconds(1))
    #expect(journal.state == ["b", "c", "a"])
  }
}

private enum Screen: Hashable, Sendable {
  case list
  case row(Int)
}

extension Task where Success == Never, Failure == Never {
  /// Suspends until the task is cancelled.
  static func forever() async {
    try? await untilCancelled()
  }
}
