import StoreScoping
import StoreTesting
import Testing
import _StoreTestSupport

@testable import StoreCore

/// Three stores and a child that call each other in all ways: what came from what is one tree.
@MainActor
@Suite struct OriginTreeTests {
  @Test(arguments: Rounds.seeds(1_000))
  func `the origins and the causes of three stores are one tree`(seed: Int) async {
    let web = Web(seed: seed)
    await web.play()
    #expect(web.differences == [], "seed \(seed)")
    #expect(web.found.values.count { $0 == "outside" } == 1)
  }
}

/// An action: a number that no other one has.
private struct Hop: Hashable, Sendable {
  let number: Int
}

/// The three stores and the child, and what has to be found.
@MainActor
private final class Web {
  /// A way from an action of one store to an action or an effect of another one, or of the same.
  private enum Way: CaseIterable {
    case send, enqueue, launch, effect, emit, observer, subscriber, child
  }

  private let executor: TestExecutor
  private let events = RecordedEvents()
  private var generator: SplitMix64
  private var budget = 60
  private var count = 0
  private var runtimes: [Runtime<Hop>] = []
  /// What keeps the stores and the child alive.
  private var owners: [AnyObject] = []
  private var child: ChildStore<ScriptStore<Hop>>?
  /// What listeners do for an action.
  private var plans: [Int: [@MainActor () -> Void]] = [:]
  /// The parent of each action and effect.
  private(set) var expected: [String: String] = [:]

  init(seed: Int) {
    executor = TestExecutor(seed: UInt64(seed))
    generator = SplitMix64(seed: seed)
    for index in 0..<3 {
      let reaction = Reaction()
      let options = StoreOptions(name: "\(index)", executor: executor, observers: [events, reaction])
      let ordering = generator.happens(onceIn: 4) ? ActionOrdering.sequential : .concurrent
      if generator.happens(onceIn: 3) {
        let store = SuspendingStore(Hop.self, options: options, ordering: ordering) { [weak self] hop in
          guard let self else { return .none }
          if generator.happens(onceIn: 2) { await Task.detached(executorPreference: executor) {}.value }
          return handle(hop)
        }
        add(store, reaction)
      } else {
        let store = ScriptStore(Hop.self, options: options, ordering: ordering) { [weak self] in
          self?.handle($0) ?? .none
        }
        add(store, reaction)
      }
    }
  }

  private func add(_ store: some StoreEngine<[Hop], Hop>, _ reaction: Reaction) {
    runtimes.append(store.runtime)
    owners.append(store)
    reaction.set { [weak self] event in
      if case .actionHandled(let action as Hop, _) = event.kind { self?.listen(to: action.number * 2) }
    }
    store.runtime.subscribe { [weak self] in self?.listen(to: $0.number * 2 + 1) }
    guard child == nil else { return }
    let options = StoreOptions(name: "child", executor: executor, observers: [events])
    child = store.child(\.first) { _ in
      ScriptStore(Hop.self, options: options) { [weak self] in self?.handle($0) ?? .none }
    } output: { [weak self] hop, _ in
      self?.next(from: Self.name(hop))
    }
  }

  func play() async {
    guard let first = next(from: "outside") else { return }
    runtimes[0].send(first)
    await executor.settle()
  }

  private static func name(_ hop: Hop) -> String { "action \(hop.number)" }

  /// A new action, if there may be another one.
  private func next(from parent: String) -> Hop? {
    guard budget > 0 else { return nil }
    budget -= 1
    count += 1
    let hop = Hop(number: count)
    expected[Self.name(hop)] = parent
    return hop
  }

  private func listen(to plan: Int) {
    for step in plans.removeValue(forKey: plan) ?? [] { step() }
  }

  private func other() -> Runtime<Hop> { runtimes[generator.number(below: runtimes.count)] }

  /// Sends an action of a new number to some store.
  private func sendOn(from parent: String) {
    if let hop = next(from: parent) { other().send(hop) }
  }

  private func handle(_ hop: Hop) -> EffectProgram<Hop> {
    let name = Self.name(hop)
    var programs: [EffectProgram<Hop>] = []
    for _ in 0..<1 + generator.number(below: 2) {
      switch generator.pick(Way.allCases) ?? .send {
      case .send: sendOn(from: name)
      case .enqueue: if let next = next(from: name) { other().enqueue(next) }
      case .launch: other().launch(effect(of: name))
      case .effect: programs.append(effect(of: name))
      case .emit: if let next = next(from: name) { programs.append(.emit(next)) }
      case .observer: plans[hop.number * 2, default: []].append { [weak self] in self?.sendOn(from: name) }
      case .subscriber: plans[hop.number * 2 + 1, default: []].append { [weak self] in self?.sendOn(from: name) }
      case .child: if let child = child?.store, let next = next(from: name) { child.send(next) }
      }
    }
    return .merge(programs)
  }

  /// An effect that sends by itself, calls a store on the main actor, or calls one elsewhere.
  private func effect(of parent: String) -> EffectProgram<Hop> {
    count += 1
    let name = "effect \(count)"
    expected[name] = parent
    let way = generator.number(below: 3)
    return .run(EffectOptions(name: name)) { [weak self] send in
      guard let next = await self?.next(from: name), let other = await self?.other() else { return }
      switch way {
      case 0: send(next)
      case 1: await other.send(next)
      default: other.enqueue(next)
      }
    }
  }

  /// The parent of each action and effect, as the events tell it.
  var found: [String: String] {
    // First the names: a handler that calls another store returns later.
    var names: [EventOrigin: String] = [:]
    for event in events.all {
      guard let (name, cause) = subject(of: event) else { continue }
      names[EventOrigin(store: event.store, cause: cause)] = name
    }
    var found: [String: String] = [:]
    for event in events.all {
      guard let (name, _) = subject(of: event) else { continue }
      let origin = event.origin ?? event.cause.map { EventOrigin(store: event.store, cause: $0) }
      found[name] = origin.map { names[$0] ?? "?" } ?? "outside"
    }
    return found
  }

  /// What was expected and not found, or the other way round.
  var differences: [String] {
    let found = found
    return Set(expected.keys).union(found.keys).sorted().filter { expected[$0] != found[$0] }.map { name in
      "\(name) came from \(found[name] ?? "nowhere") instead of \(expected[name] ?? "nowhere")"
    }
  }

  /// What an event is about: an action that was handled, or an effect that started.
  private func subject(of event: RuntimeEvent) -> (name: String, cause: EventCause)? {
    switch event.kind {
    case .actionHandled(let action as Hop, let id): (Self.name(action), .action(id))
    case .effectStarted(let info): (info.name ?? "?", .effect(info.token))
    default: nil
    }
  }
}
