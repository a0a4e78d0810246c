import EffectViewEngine
import Observation
import StoreTesting
import Testing
import _StoreTestSupport

/// Lifetimes and writes that begin inside others.
@MainActor
@Suite struct ReentrancyTests {
  private let executor = TestExecutor()

  private var options: StoreOptions { StoreOptions(executor: executor) }

  /// An owner that reports each write, and may keep something other than was written.
  @MainActor
  private final class Owner {
    var kept: [String] = []
    var keep: ([String]) -> [String] = { $0 }
    var hasKept: () -> Void = {}

    var accessor: StateAccessor<[String]> {
      StateAccessor {
        self.kept
      } set: {
        self.kept = self.keep($0)
        self.hasKept()
      }
    }
  }

  private func host(
    over owner: Owner?,
    observers: [any RuntimeObserver] = [],
    update: @escaping EffectHost<[String], String, Void>.Update = { notes, event in
      notes.append(event)
      return nil
    }
  ) -> EffectHost<[String], String, Void> {
    let options = StoreOptions(executor: executor, observers: observers)
    guard let owner else { return EffectHost(state: [], options: options, update: update) }
    return EffectHost(storage: owner.accessor, options: options, update: update)
  }

  // MARK: Lifetimes

  @Test func `a view asked to appear by an event from before it disappears appears again afterwards`() async {
    let journal = Journal(initialEvent: .note("hello"), options: options)
    journal.appear()
    journal.subscribe { [weak journal] notes in
      if notes.last == "enqueued" { journal?.appear() }
    }
    journal.input(.note("enqueued"))
    journal.disappear()
    #expect(journal.state == ["hello", "enqueued"])
    journal.send(.note("dropped"))
    journal.appear()
    journal.send(.note("handled"))
    #expect(journal.state == ["hello", "enqueued", "hello", "handled"])
  }

  @Test func `a new identity is not mixed with an appearance that begins while the old one ends`() async {
    let reaction = Reaction()
    let journal = Journal<String>(
      initialEvent: .run(.task(name: "load") { input, env in input(.note(env)) }),
      env: "old",
      options: StoreOptions(executor: executor, observers: [reaction])
    )
    journal.appear()
    await journal.settle()
    journal.run(.task(name: "a") { _, _ in await Task.forever() })
    reaction.set { [weak journal] event in
      if case .effectEnded(let info, .cancelled) = event.kind, info.id == "a" { journal?.appear() }
    }
    journal.changeIdentity(initialEnv: "new")
    await journal.settle()
    #expect(journal.state == ["old", "new"])
  }

  @Test func `an identity requested while the view disappears begins with the next appearance`() async {
    let reaction = Reaction()
    let journal = Journal<String>(
      initialEvent: .run(.task { input, env in input(.note(env)) }),
      env: "old",
      options: StoreOptions(executor: executor, observers: [reaction])
    )
    journal.appear()
    await journal.settle()
    journal.run(.task(name: "a") { _, _ in await Task.forever() })
    reaction.set { [weak journal] event in
      if case .effectEnded(let info, .cancelled) = event.kind, info.id == "a" {
        journal?.changeIdentity(initialEnv: "new")
      }
    }
    journal.disappear()
    journal.send(.note("dropped"))
    await journal.settle()
    #expect(journal.state == ["old"])
    journal.appear()
    await journal.settle()
    #expect(journal.state == ["old", "new"])
  }

  @Test func `a view told to disappear while it appears has disappeared`() {
    let reaction = Reaction()
    let journal = Journal<Void>(
      initialEvent: .note("hello"),
      options: StoreOptions(executor: executor, observers: [reaction])
    )
    journal.disappear()
    journal.input(.note("late"))
    reaction.set { [weak journal] event in
      if case .actionDropped = event.kind { journal?.disappear() }
    }
    #expect(journal.appear().isFinished)
    reaction.set(nil)
    journal.send(.note("dropped"))
    #expect(journal.state.isEmpty)
    journal.appear()
    #expect(journal.state == ["hello"])
  }

  @Test func `an action and a subscriber may change the identity`() async {
    let journal = Journal<String>(
      initialEvent: .run(.task { input, env in input(.note("initial \(env)")) }),
      env: "1",
      options: options
    )
    journal.appear()
    await journal.settle()
    journal.run(
      .sequence([
        .action { [weak journal] _ in
          journal?.changeIdentity(initialEnv: "2")
          return .note("of the old one")
        },
        .event(.note("of the old one")),
        .withEnv { env in .event(.note("of \(env)")) },
      ])
    )
    await journal.settle()
    #expect(journal.state == ["initial 1", "initial 2"])
    journal.subscribe { [weak journal] notes in
      if notes.last == "change", journal?.env == "2" { journal?.changeIdentity(initialEnv: "3") }
    }
    journal.send(.both("change", .task { input, env in input(.note("task of \(env)")) }))
    await journal.settle()
    #expect(journal.state == ["initial 1", "initial 2", "change", "initial 3"])
    #expect(journal.env == "3")
  }

  // MARK: Writes

  @Test(arguments: [false, true])
  func `a write of a part of the state keeps the events sent before`(isAccessed: Bool) async {
    let host = host(over: isAccessed ? Owner() : nil)
    host.input("enqueued")
    host.state.append("written")
    await host.settle()
    #expect(host.state.sorted() == ["enqueued", "written"])
  }

  @Test(arguments: [false, true])
  func `a write that an event's observer makes is part of the state that the event changes`(isAccessed: Bool) {
    let host = host(over: isAccessed ? Owner() : nil)
    var hasWritten = false
    withObservationTracking {
      _ = host.state
    } onChange: { [weak host] in
      MainActor.assumeIsolated {
        // The write changes what is observed, too.
        guard !hasWritten else { return }
        hasWritten = true
        host?.state = ["written"]
      }
    }
    host.send("event")
    #expect(host.state == ["written", "event"])
  }

  @Test(arguments: [false, true])
  func `a subscriber's write and the events it sends come after the event`(isAccessed: Bool) {
    let host = host(over: isAccessed ? Owner() : nil)
    var heard: [[String]] = []
    host.subscribe { [weak host] notes in
      guard notes == ["1"] else { return }
      host?.send("3")
      host?.state.append("2")
    }
    host.subscribe { heard.append($0) }
    host.send("1")
    #expect(heard == [["1"], ["1", "2"], ["1", "2", "3"]])
    #expect(host.state == ["1", "2", "3"])
  }

  // For a state kept outside the host, the event's value came after that of the write.
  @Test(arguments: [false, true])
  func `a write by a subscriber of a part is the last value that other subscribers get`(isAccessed: Bool) {
    let host = host(over: isAccessed ? Owner() : nil)
    let count = host.scope(\.count) { (text: String) in text }
    count.subscribe { [weak host] count in
      if count == 1 { host?.state.append("2") }
    }
    var heard: [[String]] = []
    host.subscribe { heard.append($0) }
    host.send("1")
    #expect(heard.last == ["1", "2"])
  }

  @Test func `subscribers get the state that the owner keeps`() {
    let owner = Owner()
    let log = EventLog()
    let host = host(over: owner, observers: [log])
    owner.keep = { $0.suffix(2) }
    var heard: [[String]] = []
    host.subscribe { heard.append($0) }
    for event in ["1", "2", "3"] { host.send(event) }
    #expect(heard == [["1"], ["1", "2"], ["2", "3"]])
    host.lookForOutsideWrite()
    #expect(log.events("changed").isEmpty)
  }

  @Test func `what the owner sends and writes during a write to it comes after that write`() {
    let owner = Owner()
    let host = host(over: owner)
    var heard: [[String]] = []
    host.subscribe { heard.append($0) }
    owner.hasKept = { [weak owner, weak host] in
      guard owner?.kept == ["1"] else { return }
      host?.send("3")
      host?.state.append("2")
    }
    host.send("1")
    #expect(host.state == ["1", "2", "3"])
    #expect(heard.last == ["1", "2", "3"])
    #expect(!heard.dropFirst().contains(["1"]))
  }

  // MARK: Optional states

  @Test func `an optional state is read while its host is active, and not after`() async {
    var host: EffectHost<Int?, Int?, Void>? = EffectHost(state: 1, options: options) { state, event in
      state = event
      return nil
    }
    guard let input = host?.input else { return }
    let isNothing: @MainActor @Sendable (Int?) -> Bool = { $0 == nil }
    #expect(await input.perform(nil, returning: isNothing) == true)
    #expect(await input.perform(2, returning: isNothing) == false)
    #expect(await input.perform(nil, returning: \Int?.self) == .some(nil))
    host?.disappear()
    #expect(await input.perform(nil, returning: isNothing) == nil)
    host = nil
    #expect(await input.perform(nil, returning: isNothing) == nil)
  }

  @Test func `a task reads an optional state, and gets nothing from a host that has disappeared`() async {
    var read: [Bool?] = []
    let gate = Gate()
    let isNothing: @MainActor @Sendable (Int?) -> Bool = { $0 == nil }
    let host = EffectHost<Int?, Bool, Void>(state: 1, options: options) { state, begins in
      if !begins { state = nil }
      guard begins else { return nil }
      return .task { input, _ in
        read.append(await input.perform(false, returning: isNothing))
        await gate.pass()
        read.append(await input.perform(false, returning: isNothing))
      }
    }
    host.send(true)
    await host.settle()
    host.disappear()
    gate.open()
    await host.settle()
    #expect(read == [true, nil])
  }

  @Test func `a write that sets an optional state to a value or to nil is found`() {
    let log = EventLog()
    var state: Int?
    let host = EffectHost<Int?, Int, Void>(
      storage: StateAccessor {
        state
      } set: {
        state = $0
      },
      options: StoreOptions(observers: [log])
    ) { _, _ in nil }
    host.lookForOutsideWrite()
    #expect(log.events.isEmpty)
    state = 1
    host.lookForOutsideWrite()
    host.lookForOutsideWrite()
    #expect(log.events == ["changed"])
    state = 2
    host.lookForOutsideWrite()
    state = nil
    host.lookForOutsideWrite()
    host.lookForOutsideWrite()
    #expect(log.events == ["changed", "changed", "changed"])
  }

  @Test func `a host keeps no copy of a state that cannot be compared`() {
    final class Part {}
    var state = [Part()]
    weak let part = state.first
    let host = EffectHost<[Part], Int, Void>(
      storage: StateAccessor {
        state
      } set: {
        state = $0
      }
    ) { _, _ in nil }
    host.send(1)
    state = []
    #expect(part == nil)
    #expect(host.state.isEmpty)
  }
}
