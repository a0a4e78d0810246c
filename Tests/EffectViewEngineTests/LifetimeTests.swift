import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

@testable import EffectViewEngine

/// The lifetime of a view: appearing, disappearing, another identity.
@MainActor
@Suite struct LifetimeTests {
  private let executor = TestExecutor()
  private let log = EventLog()

  private var options: StoreOptions { StoreOptions(executor: executor, observers: [log]) }

  // MARK: Appearing

  @Test func `an effect of the initial event has no launch location`() {
    let options = StoreOptions(executor: TestExecutor())
    let journal = Journal(initialEvent: .run(.task { _, _ in }), options: options)
    journal.appear()
    #expect(journal.runtime.runningEffects.map(\.location) == [nil])
    journal.disappear()
  }

  @Test func `the initial event is handled once in each lifetime`() async {
    let journal = Journal(initialEvent: .note("hello"), options: options)
    #expect(journal.state.isEmpty)
    journal.appear()
    journal.appear()
    #expect(journal.state == ["hello"])
    journal.disappear()
    journal.disappear()
    journal.appear()
    #expect(journal.state == ["hello", "hello"])
  }

  @Test func `a view that disappears and appears again tells that its store stopped and started`() {
    let events = RecordedEvents()
    let journal = Journal(initialEvent: .note("hello"), options: StoreOptions(executor: executor, observers: [events]))
    journal.appear()
    journal.disappear()
    journal.appear()
    let lives = events.all.compactMap { event in
      switch event.kind {
      case .storeStopped: "stopped"
      case .storeStarted: "started"
      case .actionHandled: "handled"
      default: nil
      }
    }
    #expect(lives == ["handled", "stopped", "started", "handled"])
  }

  @Test func `appear returns a handle for the initial event's effects`() async {
    let journal = Journal(initialEvent: .run(.task { input, _ in input(.note("loaded")) }), options: options)
    await journal.appear().tree
    #expect(journal.state == ["loaded"])
    #expect(Journal(options: options).appear().isFinished)
  }

  @Test func `events and effects from before the view appears are handled`() async {
    let journal = Journal(initialEvent: .note("initial"), options: options)
    journal.run(.task(name: "early") { input, _ in input(.note("early")) })
    #expect(journal.isTaskRunning(id: "early"))
    journal.input(.note("enqueued"))
    journal.appear()
    await journal.settle()
    #expect(journal.state == ["enqueued", "initial", "early"])
  }

  @Test func `the input of an ended task still sends after the identity has changed`() async {
    let kept = Locked<Input<JournalEvent<Void>>?>(nil)
    let journal = Journal<Void>(options: options)
    journal.appear()
    journal.run(.task { input, _ in kept.withLock { $0 = input } })
    await journal.settle()
    journal.changeIdentity()
    kept.withLock { $0 }?(.note("late"))
    await journal.settle()
    #expect(journal.state == ["late"])
  }

  @Test func `an effect launched on a host that has disappeared never begins`() async {
    let journal = Journal<Void>(options: options)
    journal.appear()
    journal.disappear()
    let handle = journal.launch(.emit(.note("launched")))
    #expect(handle.isFinished)
    journal.launch(.run(EffectOptions(id: "work")) { $0(.note("late")) })
    #expect(log.events == ["dropped \(JournalEvent<Void>.note("launched")) of nobody", "refused work: stoppedStore"])
    journal.appear()
    await journal.settle()
    #expect(journal.state == [])
  }

  private final class Owner {
    var count = 0
  }

  @Test(arguments: ["nothing", "read", "read by a name", "subscribed", "counted", "sent"])
  func `a host of another owner's state that never appeared is reported only if it was used`(use: String) {
    let issues = IssueLog()
    let owner = Owner()
    var host: EffectHost<Int, Int, Void>? = EffectHost(
      storage: StateAccessor {
        owner.count
      } set: {
        owner.count = $0
      },
      initialEvent: 1,
      options: StoreOptions(onIssue: issues.record)
    ) { count, number in
      count += number
      return .task(name: "work") { _, _ in try? await untilCancelled() }
    }
    switch use {
    case "read": #expect(host?.state == 0)
    case "read by a name": _ = host.map { EffectHost.slices(of: $0) }
    case "subscribed": host?.subscribe { _ in }
    case "counted": #expect(host?.runningTaskCount == 0)
    case "sent": host?.send(2)
    default: #expect(host != nil)
    }
    host = nil
    let missed = issues.all.count { if case .initialEventNotHandled = $0.kind { true } else { false } }
    #expect(missed == (isDebugBuild && use != "nothing" ? 1 : 0))
    // Its state may have been read elsewhere.
    #expect(issues.all.count == missed)
  }

  @Test func `a host that never appeared is reported at the place where it was made`() {
    let issues = IssueLog()
    let options = StoreOptions(onIssue: issues.record)
    let line: UInt = #line + 1
    var host: EffectHost<Int, Int, Void>? = EffectHost(state: 0, initialEvent: 1, options: options) { _, _ in nil }
    #expect(host?.state == 0)
    host = nil
    #expect(issues.all.map { $0.location?.line } == (isDebugBuild ? [line] : []))
  }

  @Test func `a host with an initial event that never appeared is reported when it is released`() throws {
    let issues = IssueLog()
    var journal: Journal<Void>? = Journal(
      initialEvent: .note("hello"),
      options: StoreOptions(name: "page", onIssue: issues.record)
    )
    #expect(journal?.state.isEmpty == true)
    #expect(issues.all.isEmpty)
    journal = nil
    #if DEBUG
    let issue = try #require(issues.all.first)
    #expect(issues.all.count == 1)
    guard case .initialEventNotHandled(let event) = issue.kind else {
      Issue.record("\(issue)")
      return
    }
    #expect(event.contains("hello"))
    #expect(
      issue.message.hasPrefix("A host was released without having appeared: its initial event, \(event), was never")
    )
    #expect(
      issue.message.hasSuffix(
        "\n\nCall 'appear()' when the host begins its work, or make it without an initial event and send that yourself."
      )
    )
    #else
    #expect(issues.all.isEmpty)
    #endif
  }

  @Test func `an event before the host has appeared is reported at its send, once its turn is over`() async throws {
    let issues = IssueLog()
    var journal: Journal<Void>? = Journal(
      initialEvent: .note("hello"),
      options: StoreOptions(name: "page", onIssue: issues.record)
    )
    let line = UInt(#line) + 1
    journal?.send(.note("early"))
    journal?.send(.note("second"))
    #expect(issues.all.isEmpty)
    await Task.detached { @MainActor in }.value
    #if DEBUG
    let issue = try #require(issues.all.first)
    guard case .initialEventNotHandled = issue.kind else {
      Issue.record("\(issue)")
      return
    }
    #expect(issue.location?.line == line)
    #expect(issue.message.hasPrefix("An event was sent to a host that has not appeared: its initial event, "))
    #endif
    // Not again.
    journal = nil
    #expect(issues.all.count == (isDebugBuild ? 1 : 0))
  }

  @Test func `a host that is released in the turn of its first event is reported at that`() async {
    let issues = IssueLog()
    let options = StoreOptions(name: "page", onIssue: issues.record)
    var journal: Journal<Void>? = Journal(initialEvent: .note("hello"), options: options)
    let line = UInt(#line) + 1
    journal?.send(.note("early"))
    journal = nil
    await Task.detached { @MainActor in }.value
    #expect(issues.all.map(\.location?.line) == (isDebugBuild ? [line] : []))
  }

  @Test func `events in the turn in which a host appears are not reported, nor those of a host without initial event`()
    async
  {
    let issues = IssueLog()
    let options = StoreOptions(name: "page", onIssue: issues.record)
    let journal = Journal<Void>(initialEvent: .note("hello"), options: options)
    journal.send(.note("early"))
    journal.appear()
    let other = Journal<Void>(options: options)
    other.send(.note("early"))
    await Task.detached { @MainActor in }.value
    #expect(journal.state == ["early", "hello"])
    #expect(issues.all.isEmpty)
  }

  @Test(arguments: [
    "appeared", "without an initial event", "of a view", "disappeared", "untouched", "untouched, observed",
  ])
  func `other hosts are released without a report`(kind: String) {
    let issues = IssueLog()
    let options = StoreOptions(observers: kind == "untouched, observed" ? [log] : [], onIssue: issues.record)
    var journal: Journal<Void>? = Journal(
      initialEvent: kind == "without an initial event" ? nil : .note("hello"),
      options: options
    )
    if !kind.hasPrefix("untouched") { #expect(journal?.state.isEmpty == true) }
    switch kind {
    case "appeared": journal?.appear()
    case "of a view": _ = journal?.keptByView()
    case "disappeared":
      journal?.appear()
      journal?.disappear()
    default: break
    }
    journal = nil
    #expect(issues.all.isEmpty)
  }

  // MARK: Disappearing

  @Test func `all tasks are cancelled when the view disappears`() async {
    let journal = Journal(options: options)
    journal.appear()
    journal.run(.task(name: "named") { _, _ in await Task.forever() })
    let handle = journal.run(.task { _, _ in await Task.forever() })
    journal.run(.task(name: "named") { _, _ in }.policy(.queue(limit: 1)))
    let waiting = Task { await handle.value }
    await journal.settle()
    journal.disappear()
    #expect(journal.runningTaskCount == 0)
    #expect(!journal.isTaskRunning(id: "named"))
    await waiting.value
    await journal.settle()
    #expect(journal.runtime.drainingEffects.isEmpty)
  }

  @Test func `events sent before the view disappears are handled, and later ones are dropped`() async {
    let journal = Journal(options: options)
    journal.appear()
    journal.input(.note("before"))
    journal.disappear()
    journal.input(.note("enqueued"))
    journal.input.send(.note("sent"))
    await journal.input.perform(.note("performed"))
    await Task.detached { [input = journal.input] in await input.perform(.note("from elsewhere")) }.value
    journal.run(.task(name: "late") { input, _ in input(.note("never")) })
    #expect(journal.runningTaskCount == 0)
    #expect(await journal.input.perform(.note("read"), returning: \[String].count) == nil)
    #expect(journal.state == ["before"])
    #expect(
      log.events("dropped").map { $0.split(separator: " ")[1] } == [
        "enqueued", "sent", "performed", "from", "run", "read",
      ]
    )
  }

  @Test func `events sent while the view disappears are dropped`() async {
    let journal = Journal(options: options)
    let reaction = Reaction()
    journal.runtime.observe(reaction)
    reaction.set { [weak journal] event in
      if case .effectEnded = event.kind { journal?.send(.note("of an observer")) }
    }
    journal.appear()
    let input = journal.input
    journal.run(
      .task(name: "a") { _, _ in
        await withTaskCancellationHandler {
          await Task.forever()
        } onCancel: {
          input(.note("of a handler"))
        }
        input(.note("after the cancel"))
      }
      .onCancel { .note("answer") }
    )
    await journal.settle()
    journal.disappear()
    await journal.settle()
    #expect(journal.state.isEmpty)
    #expect(
      Set(log.events("dropped").map { $0.split(separator: " ").dropFirst().dropLast(2).joined(separator: " ") }) == [
        "of an observer", "of a handler", "after the cancel", "answer",
      ]
    )
  }

  @Test func `an update may end its own view`() async {
    var host: EffectHost<[String], String, Void>?
    host = EffectHost(state: [], options: options) { notes, event in
      notes.append(event)
      guard event == "close" else { return nil }
      host?.send("queued")
      host?.disappear()
      return .sequence([.event("emitted"), .action { _ in "acted" }, .task(name: "a") { input, _ in input("never") }])
    }
    host?.appear()
    host?.send("close")
    #expect(host?.runningTaskCount == 0)
    await host?.settle()
    #expect(host?.state == ["close"])
    host?.appear()
    host?.send("open")
    #expect(host?.state == ["close", "open"])
    host = nil
  }

  @Test func `the rest of a sequence does not start, not even when the view appears again`() async {
    let journal = Journal(options: options)
    journal.appear()
    journal.run(
      .sequence([
        .task { _, _ in await Task.forever() },
        .event(.note("rest")),
        .task { input, _ in input(.note("rest")) },
      ])
    )
    await journal.settle()
    journal.disappear()
    journal.appear()
    await journal.settle()
    #expect(journal.state.isEmpty)
    journal.run(.task { input, _ in input(.note("new")) })
    await journal.settle()
    #expect(journal.state == ["new"])
  }

  @Test func `a task that ignores its cancellation changes nothing after its view has disappeared`() async {
    let gate = Gate()
    let journal = Journal(options: options)
    journal.appear()
    journal.run(
      .task(name: "stubborn") { input, _ in
        await gate.pass()
        input(.note("stale"))
        input.send(.note("stale"))
      }
    )
    await journal.settle()
    journal.disappear()
    journal.appear()
    gate.open()
    await journal.settle()
    #expect(journal.state.isEmpty)
    #expect(log.events("dropped") == ["dropped stale of stubborn", "dropped stale of stubborn"])
  }

  @Test func `tasks end with the last reference to their host`() async {
    let ended = Gate()
    ended.open()
    var journal: Journal<Void>? = Journal(options: options)
    journal?.run(
      .task { _, _ in
        await Task.forever()
        await ended.pass()
      }
    )
    await journal?.settle()
    journal = nil
    await ended.waitForArrivals(1)
  }

  @Test func `a deallocated host releases its environment, though its inputs remain`() async {
    var (journal, service) = makeServed()
    let input = journal?.input
    // The service holds the input, which does not keep it.
    journal?.env.input = input
    journal?.run(.task { _, _ in await Task.forever() })
    await journal?.settle()
    journal = nil
    // The cancelled task has the environment until it ends.
    await executor.settle()
    #expect(service.value == nil)
    await input?.perform(.note("late"))
    service = WeakService()
  }

  @Test func `nothing is handled once a host is deallocated, not even events already enqueued`() async {
    var notes: [String] = []
    var host: EffectHost<[String], String, Void>? = EffectHost(
      storage: StateAccessor {
        notes
      } set: {
        notes = $0
      }
    ) { notes, event in
      notes.append(event)
      return nil
    }
    let input = host?.input
    input?.send("sent")
    input?("enqueued")
    host = nil
    input?.send("late")
    input?("late")
    await input?.perform("late")
    await Task.detached { @MainActor in }.value
    #expect(notes == ["sent"])
  }

  @Test func `an update may release its own host`() {
    var host: EffectHost<[String], String, Void>?
    weak var reference: EffectHost<[String], String, Void>?
    host = EffectHost(state: []) { notes, event in
      notes.append(event)
      host = nil
      return .sequence([.event("never"), .task { input, _ in input("never") }])
    }
    reference = host
    let input = host?.input
    input?.send("close")
    #expect(reference == nil)
    #expect(input?.send("late").isFinished == true)
  }

  @Test func `a host may be deallocated on any thread`() async {
    var (journal, service) = makeServed()
    guard let input = journal?.input else { return }
    let waiting = Task { await input.perform(.run(.task { _, _ in await Task.forever() })) }
    await journal?.settle()
    let last = Last(journal.take())
    await Task.detached { last.letGo() }.value
    await waiting.value
    // As above; and the rest is released in the next turn of the main actor.
    await executor.settle()
    #expect(service.value == nil)
    service = WeakService()
  }

  private func makeServed() -> (Journal<Service>?, WeakService) {
    let service = Service()
    return (Journal(env: service, options: options), WeakService(value: service))
  }

  // MARK: Identity

  @Test func `another identity has its own environment, and cancels the tasks of the old one`() async {
    let gate = Gate()
    let journal = Journal<String>(
      initialEvent: .run(.task(name: "load") { input, env in input(.note("loaded from \(env)")) }),
      env: "live",
      options: options
    )
    await journal.appear().tree
    journal.run(
      .task(name: "slow") { input, env in
        await gate.pass()
        #expect(env == "live")
        input(.note("slow from \(env)"))
      }
    )
    await journal.settle()
    await journal.changeIdentity(initialEnv: "mock").tree
    #expect(journal.env == "mock")
    gate.open()
    await journal.settle()
    #expect(journal.state == ["loaded from live", "loaded from mock"])
    #expect(log.events("dropped") == ["dropped slow from live of slow"])
  }

  @Test func `events sent before a change of identity are handled with the old one`() async {
    let journal = Journal<String>(env: "live", options: options)
    journal.appear()
    journal.input.enqueue(.run(.action { env in .note("handled in \(env)") }))
    await journal.changeIdentity(initialEnv: "mock").tree
    #expect(journal.state == ["handled in live"])
  }

  @Test func `an identity without an environment changes, too`() async {
    let journal = Journal(initialEvent: .note("hello"), options: options)
    journal.appear()
    journal.run(.task(name: "a") { _, _ in await Task.forever() })
    journal.changeIdentity()
    #expect(journal.runningTaskCount == 0)
    #expect(journal.state == ["hello", "hello"])
    await journal.settle()
  }
}

@MainActor
private final class Service {
  var input: Input<JournalEvent<Service>>?
}

private struct WeakService {
  weak var value: Service?
}

/// The last reference to a host, which may be released on any thread.
private final class Last: Sendable {
  private let host: Locked<Journal<Service>?>

  init(_ host: Journal<Service>?) {
    self.host = Locked(host)
  }

  func letGo() {
    host.withLock { $0 = nil }
  }
}
