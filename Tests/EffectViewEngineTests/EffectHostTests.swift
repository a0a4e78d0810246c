import EffectViewEngine
import Foundation
import Observation
import StoreTesting
import Testing
import _StoreTestSupport

/// A host as a store, and its state, wherever that is kept.
@MainActor
@Suite struct EffectHostTests {
  private struct Form: Equatable {
    var text = ""
    var isOn = false
  }

  private enum FormEvent: Equatable {
    case typed(String)
    case toggled(Bool)
  }

  private static func update(form: inout Form, event: FormEvent) -> Effect<FormEvent, Void>? {
    switch event {
    case .typed(let text): form.text = text
    case .toggled(let isOn): form.text = "\(isOn)"
    }
    return nil
  }

  /// An owner that keeps a form for a host, as a view's owner does.
  @MainActor
  private final class Owner<State> {
    var state: State

    init(_ state: State) {
      self.state = state
    }

    var accessor: StateAccessor<State> {
      StateAccessor {
        self.state
      } set: {
        self.state = $0
      }
    }
  }

  private let log = EventLog()

  private var options: StoreOptions { StoreOptions(observers: [log]) }

  // MARK: Inside an update function

  /// An object that reads the state of a host inside its update function.
  @MainActor
  private final class Reader {
    weak var host: EffectHost<Int, Int, Void>?
    var states: [Int] = []

    func read() {
      if let host { states.append(host.state) }
    }
  }

  @Test func `a state that is read inside its update function stops the program, with the host's name`()
    async throws
  {
    // Inside the macro, all lines are its own.
    let line = #line + 1
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let reader = Reader()
        let host = EffectHost<Int, Int, Void>(state: 0, options: StoreOptions(name: "form")) { count, number in
          reader.read()
          count += number
          return nil
        }
        reader.host = host
        host.send(1)
      }
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("Read the state of the store 'form' inside its own reducer."))
    #if DEBUG
    #expect(message.contains("\(#fileID):\(line): "))
    #else
    _ = line
    #endif
  }

  @Test(arguments: [false, true])
  func `a state kept readable, or outside the host, reads as the previous one in an update`(isAccessed: Bool) {
    let reader = Reader()
    let owner = Owner(0)
    let update: EffectHost<Int, Int, Void>.Update = { count, number in
      reader.read()
      count += number
      return nil
    }
    let host =
      isAccessed
      ? EffectHost(storage: owner.accessor, update: update)
      : EffectHost(state: 0, options: StoreOptions(keepsStateReadable: true), update: update)
    reader.host = host
    host.send(1)
    host.send(2)
    #expect(reader.states == [0, 1])
    #expect(host.state == 3)
  }

  // MARK: At volume

  @Test func `a subscriber writes the state many times, at the same cost for each write`() async {
    // In a process of its own, without other work for the processor.
    await #expect(processExitsWith: .success) { await EffectHostTests.compareVolumes() }
  }

  private static func compareVolumes() {
    // Eight times as many take eight times as long, or sixty-four times if each looks at all earlier ones.
    let (few, many) = (processorTime(ofWrites: 40_000), processorTime(ofWrites: 320_000))
    #expect(many < few * 24, "\(few), \(many)")
  }

  /// Writes the state repeatedly inside a subscriber, of which another subscriber is notified in order.
  private static func processorTime(ofWrites count: Int) -> Double {
    let host = EffectHost<Int, Int, Void>(state: 0, options: StoreOptions(chainLimit: count)) { state, number in
      state = number
      return nil
    }
    var told = 0
    var isWriting = false
    host.subscribe { [weak host] _ in
      guard !isWriting else { return }
      isWriting = true
      for number in 2...count { host?.state = number }
    }
    host.subscribe { number in
      told += 1
      precondition(number == told)
    }
    let start = clock()
    host.send(1)
    #expect(told == count)
    #expect(host.state == count)
    return Double(clock() - start)
  }

  // MARK: As a store

  @Test func `a host is a store of its events`() async {
    func exercise<Engine: StoreEngine>(_ store: Engine, _ action: Engine.Action) async where Engine.State == [String] {
      store.send(action)
      store.enqueue(action)
      await store.settle()
      #expect(store.state == ["a", "a"])
      store.launch(.emit(action))
      #expect(store.state.count == 3)
      #expect(store.runningTaskCount == 0)
    }
    await exercise(Journal(), .note("a"))
  }

  @Test func `subscribers get each change until they cancel`() {
    let journal = Journal()
    var heard: [[String]] = []
    let subscription = journal.subscribe { heard.append($0) }
    journal.send(.note("a"))
    journal.send(.note("b"))
    subscription.cancel()
    journal.send(.note("c"))
    #expect(heard == [["a"], ["a", "b"]])
  }

  @Test(arguments: [false, true])
  func `the state is observable, wherever it is kept`(isAccessed: Bool) {
    let owner = Owner(Form())
    let host =
      isAccessed
      ? EffectHost(storage: owner.accessor, update: Self.update)
      : EffectHost(state: Form(), update: Self.update)
    let changes = Counter()
    withObservationTracking {
      _ = host.state.text
    } onChange: {
      changes.add()
    }
    host.send(.typed("a"))
    #expect(changes.value == 1)
    #expect(host.state.text == "a")
  }

  // MARK: State from outside

  @Test(arguments: [false, true])
  func `a write from outside is seen by observers, subscribers and the next event`(isAccessed: Bool) {
    let owner = Owner(Form())
    let host =
      isAccessed
      ? EffectHost(storage: owner.accessor, options: options, update: Self.update)
      : EffectHost(state: Form(), options: options, update: Self.update)
    let changes = Counter()
    var heard: [Form] = []
    host.subscribe { heard.append($0) }
    withObservationTracking {
      _ = host.state
    } onChange: {
      changes.add()
    }
    host.state.isOn = true
    #expect(changes.value == 1)
    #expect(heard == [Form(isOn: true)])
    #expect(log.events == ["changed"])
    host.send(.typed("a"))
    #expect(host.state == Form(text: "a", isOn: true))
    if isAccessed { #expect(owner.state == host.state) }
  }

  @Test func `an event sent because of a write is handled after it`() {
    let host = EffectHost(state: Form(), update: Self.update)
    host.subscribe { [weak host] form in
      if form.isOn, form.text.isEmpty { host?.send(.typed("sent")) }
    }
    withObservationTracking {
      _ = host.state
    } onChange: { [input = host.input] in
      MainActor.assumeIsolated { _ = input.send(.typed("observed")) }
    }
    host.state.isOn = true
    #expect(host.state == Form(text: "sent", isOn: true))
  }

  @Test func `the owner's own writes are legal, and announced when the host is asked to look`() {
    let owner = Owner(Form())
    let host = EffectHost(storage: owner.accessor, options: options, update: Self.update)
    var heard: [Form] = []
    host.subscribe { heard.append($0) }
    host.send(.typed("a"))
    host.lookForOutsideWrite()
    #expect(heard == [Form(text: "a")])
    owner.state.isOn = true
    host.lookForOutsideWrite()
    host.lookForOutsideWrite()
    #expect(heard == [Form(text: "a"), Form(text: "a", isOn: true)])
    #expect(log.events == ["handled typed(\"a\")", "changed"])
    host.send(.typed("b"))
    #expect(owner.state == Form(text: "b", isOn: true))
  }

  @Test func `the owner has to announce its writes to a state that cannot be compared`() {
    struct Plain { var count = 0 }
    let owner = Owner(Plain())
    let host = EffectHost(storage: owner.accessor, options: options) { (state: inout Plain, event: Int) in
      state.count += event
      return Effect<Int, Void>?.none
    }
    owner.state.count = 5
    host.lookForOutsideWrite()
    #expect(log.events.isEmpty)
    host.stateWasWrittenExternally()
    #expect(log.events == ["changed"])
    host.send(1)
    #expect(owner.state.count == 6)
  }

  @Test func `a host that keeps its state has no writes to look for`() {
    let host = EffectHost(state: Form(), options: options, update: Self.update)
    host.stateWasWrittenExternally()
    host.lookForOutsideWrite()
    #expect(log.events.isEmpty)
  }

  @Test func `an owner's state is the previous one while an update runs`() {
    let owner = Owner(Form(text: "before"))
    var seen: [String] = []
    var host: EffectHost<Form, FormEvent, Void>?
    host = EffectHost(storage: owner.accessor) { form, event in
      form.text = "after"
      seen = [host?.state.text ?? "", owner.state.text]
      return nil
    }
    host?.send(.typed(""))
    #expect(seen == ["before", "before"])
    #expect(owner.state.text == "after")
    host = nil
  }

  @Test func `two hosts over one state see each other's changes`() {
    let owner = Owner(Form())
    let first = EffectHost(storage: owner.accessor, update: Self.update)
    let second = EffectHost(storage: owner.accessor, update: Self.update)
    first.send(.typed("a"))
    second.send(.toggled(true))
    #expect(first.state == Form(text: "true"))
    #expect(second.state == Form(text: "true"))
  }

  @Test(arguments: [false, true])
  func `a write inside an update stops the program with an explanation`(isAccessed: Bool) async {
    let result =
      isAccessed
      ? await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run {
          var host: EffectHost<[Int], Int, Void>?
          var state: [Int] = []
          host = EffectHost(
            storage: StateAccessor {
              state
            } set: {
              state = $0
            }
          ) { _, event in
            host?.state = [event]
            return nil
          }
          host?.send(1)
        }
      }
      : await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run {
          var host: EffectHost<[Int], Int, Void>?
          host = EffectHost(state: []) { _, event in
            host?.state = [event]
            return nil
          }
          host?.send(1)
        }
      }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Wrote the state of a"))
    #expect(message.contains("would overwrite the written value when it returns."))
    #expect(message.contains("parameter instead."))
  }

  // MARK: What is captured

  @Test func `the environment is captured when the host is made`() async {
    var env = "first"
    let journal = Journal<String>(env: env)
    env = "second"
    await journal.input.perform(.run(.task { input, env in input(.note(env)) }))
    #expect(journal.state == ["first"])
    #expect(journal.env == "first")
  }
}
