import ElmEngine
import Observation
import StoreSimulation

/// Makes the moves of a script on a store and on the model, and compares what can be seen of both after each.
@MainActor
final class Player {
  private let executor = TestExecutor()
  private let clock: TestClock
  private let cues = Cues()
  private let issues = Notes<String>()
  private let fired = Notes<Int>()
  private let model = Model()
  private let engines: Engines
  private var store: (any ScopableStore<House, NodeAction>)?
  private let write: (@MainActor (House) -> Void)?
  private var entries: [Entry] = []
  private var readings: [(any Reading, ModelReading)] = []
  /// What subscribers keep, and what observations and scopes are kept by.
  private let heldByListeners = Holds()
  private let heldByScopes = Holds()
  /// The number of the reaction that is to come next.
  private var armed: Int?
  private var reactionCount = 0

  /// A scope, its model, and its observers.
  @MainActor
  private final class Entry {
    let model: ModelScope
    var window: Window?
    var way: (@MainActor @Sendable () -> Window?)?
    var heard: [Notes<Node>] = []
    let endings = Notes<Int>()
    var engines: [Notes<String>] = []
    var followers: [Follower] = []

    init(_ window: Window, _ model: ModelScope) { (self.window, self.model) = (window, model) }
  }

  /// Looks at what it observes again whenever that has changed, as long as there is the window.
  @MainActor
  private final class Follower {
    private weak var window: Window?
    private let place: Place?
    private let hold: Holds.Hold
    private(set) var seen: [String] = []

    init(_ window: Window, _ place: Place?, _ hold: Holds.Hold) {
      self.window = window
      self.place = place
      self.hold = hold
    }

    func look() {
      guard let window else { return }
      withObservationTracking {
        seen.append(place.map { "\(window.look($0))" } ?? "\(window.node())")
      } onChange: {
        MainActor.assumeIsolated { self.look() }
      }
    }
  }

  struct Difference: Error {
    let moveCount: Int
    let description: String
  }

  private let answers: Bool

  private init(_ script: Script) {
    answers = script.answers
    model.engines.answers = script.answers
    clock = TestClock(executor: executor)
    let issues = issues
    let options = StoreOptions(
      executor: executor,
      clock: clock,
      onIssue: { issue in
        switch issue.kind {
        case .absentChild(let action): issues.add(action)
        // Of debug builds, about moves that an app would hardly make.
        case .repeatedChild, .unmatchedCancel: break
        default: issues.add(issue.message.hasPrefix("Cancelled all effects") ? "a cancel of all" : issue.message)
        }
      }
    )
    let (store, write) = script.root.make(House(clock: clock), options, cues)
    self.write = write
    model.isLifting = script.root.isLifting
    self.store = store
    engines = Engines(of: store, options, cues, answers: script.answers)
    let base = base(of: store, hasID: script.root.isLifting)
    add(base, ModelScope(base, model.root))
  }

  private func base(of store: some ScopableStore<House, NodeAction>, hasID: Bool) -> Window {
    let id = hasID ? EffectID("content") : nil
    let scope = store.scope(
      Child(\.content, id: id) {
        $0
      } extract: {
        $0
      }
    )
    return Window(scope, path: [], effects: [], hasID: hasID, comparesLog: false)
  }

  static func play(_ script: Script) async -> Difference? {
    let player = Player(script)
    for (index, turn) in script.moves.enumerated() {
      await player.make(turn.move)
      if turn.settles { await player.settle() }
      if let difference = player.difference(isSettled: turn.settles) {
        return Difference(moveCount: index + 1, description: difference)
      }
    }
    let difference = await player.release()
    return difference.map { Difference(moveCount: script.moves.count, description: "At the end: \($0)") }
  }

  // MARK: Moves

  private func make(_ move: Move) async {
    guard let store else { return }
    switch move {
    case .send(let places, let body):
      _ = store.send(NodeAction(body, to: places))
      model.send(places, body)
    case .sendTo(let number, var places, let body):
      guard let (window, scope) = scope(number) else { break }
      // A leaf has none.
      if scope.path.count == 2 { places = [] }
      // What waits is handled first, and may take the child out: whether it has departed is asked before.
      _ = window.send(NodeAction(body, to: places))
      send(places, body, to: scope)
      if !scope.hasDeparted { model.handleMessages() }
      handleMessages()
    case .enqueueFor(let number, let places, let body):
      guard let (window, scope) = scope(number) else { break }
      window.enqueue(NodeAction(body, to: places))
      send(places, body, to: scope)
    case .open(let number, let place, let look):
      guard entries.count(where: { $0.window != nil }) < 10, let (window, parent) = scope(number) else { break }
      let child = window.child(window, place, look)
      let key = parent.state.key(at: place)
      if (child == nil) != (key == nil) { issues.add("a scope of \(place) is there: \(child != nil)") }
      if let child, let key { add(child, ModelScope(child, in: parent, key)) }
    case .release(let number, let keepsWay):
      release(number, keepsWay: keepsWay)
    case .reopen(let number):
      let closed = entries.filter { $0.window == nil && $0.way != nil }
      guard !closed.isEmpty else { break }
      let entry = closed[number % closed.count]
      entry.window = entry.way?()
    case .subscribe(let number):
      guard let (window, entry) = entry(number) else { break }
      let notes = Notes<Node>()
      entry.heard.append(notes)
      entry.model.heard.append([])
      // As one does that sends something.
      let (hold, way) = (heldByListeners.add(), window.way())
      _ = window.subscribe { node in withExtendedLifetime((hold, way)) { notes.add(node) } }
    case .awaitEnd(let number):
      guard let (window, entry) = entry(number) else { break }
      let (endings, hold) = (entry.endings, heldByListeners.add())
      _ = window.whenEnded { withExtendedLifetime(hold) { endings.add(1) } }
      entry.model.enders += 1
      if entry.model.hasDeparted { entry.model.endings += 1 }
    case .react(let number, let reaction):
      react(number, reaction)
    case .watch(let number, let watching):
      watch(number, watching)
    case .follow(let number, let place):
      guard let (window, entry) = entry(number), !entry.model.hasDeparted else { break }
      follow(window, place, entry)
    case .read(let number, let isOfLog):
      guard let (window, scope) = scope(number) else { break }
      let reading = ModelReading(isOfLog: isOfLog, scope.state, isOver: scope.hasDeparted)
      scope.readings.append(reading)
      readings.append((isOfLog ? window.logs() : window.states(), reading))
    case .readNext(let number):
      await readNext(number)
    case .launch(let number, let launch):
      guard let (window, scope) = scope(number) else { break }
      handleMessages()
      window.launch(launch.program(cues))
      model.launch(launch, in: scope)
      model.handleMessages()
    case .cancel(let number, let cancel):
      guard let (window, scope) = scope(number) else { break }
      switch cancel {
      case .name(let name): window.cancel(.id(name))
      case .all: window.cancel(.all)
      case .child(let key): window.cancel(.scope(key.scope))
      }
      // The names may be another child's by then.
      guard !scope.hasDeparted else { break }
      if case .all = cancel, !model.isLifting {
        // They are the whole store's.
        model.issues.append("a cancel of all")
        break
      }
      model.cancel(cancel, in: scope.effects)
      model.handleMessages()
    case .cue(let number, let cue):
      runTasks()
      let waiting = model.live.filter { if case .cued = $0.launch { !$0.isFinished } else { false } }
      guard !waiting.isEmpty else { break }
      let run = waiting[number % waiting.count]
      cues.give(cue, to: run.launch.number)
      model.give(cue, to: run)
      runTasks()
    case .sendToEngine(let number, let action):
      guard engines.send(action, to: number) else { break }
      model.send([], Body(number: action))
    case .makeEngine(let number):
      guard !model.isStopped, let (window, entry) = entry(number), !entry.model.hasDeparted, window.path.count < 2
      else {
        break
      }
      entry.engines.append(engines.add(to: window))
      let engine = ModelEngine()
      engine.change(to: model.root[window.path])
      entry.model.engines.append(engine)
    case .write(let edits):
      guard let write else { break }
      handleMessages()
      var state = store.state
      for edit in edits { state.content.apply(edit) }
      write(state)
      model.write(edits)
      handleMessages()
    case .advance(let milliseconds):
      await settle()
      await clock.advance(by: .milliseconds(milliseconds))
      model.advance(by: milliseconds)
      await settle()
    case .stop:
      handleMessages()
      store.runtime.stop()
      model.stop()
    case .start:
      handleMessages()
      store.runtime.start()
      model.start()
    }
  }

  private func add(_ window: Window, _ scope: ModelScope) {
    model.scopes.append(scope)
    entries.append(Entry(window, scope))
    heldByScopes.add(window.store)
  }

  private func entry(_ number: Int) -> (Window, Entry)? {
    let open = entries.filter { $0.window != nil }
    let entry = open[number % open.count]
    return entry.window.map { ($0, entry) }
  }

  private func scope(_ number: Int) -> (Window, ModelScope)? { entry(number).map { ($0, $1.model) } }

  /// Whether the child has departed is asked at once.
  private func send(_ places: [Place], _ body: Body, to scope: ModelScope) {
    if scope.hasDeparted {
      model.issues.append("\(body.number)")
    } else {
      model.messages.append(.action(scope.path.map(\.place) + places, body, of: nil))
    }
  }

  private func release(_ number: Int, keepsWay: Bool) {
    guard let (window, entry) = entry(number), entry !== entries.first else { return }
    entry.way = keepsWay ? window.way() : nil
    entry.window = nil
    (entry.followers, entry.model.followers) = ([], [])
  }

  private func react(_ number: Int, _ reaction: Move.Reaction) {
    guard !answers, armed == nil, let (window, entry) = entry(number), !entry.model.hasDeparted else { return }
    reactionCount += 1
    let number = reactionCount
    armed = number
    let react: @MainActor () -> Void = { [weak self] in
      guard let self, armed == number else { return }
      armed = nil
      switch reaction {
      case .sendTo(let number, let body): _ = self.entry(number)?.0.send(.own(body))
      case .cancel(let name): entries.first?.window?.cancel(.id(name))
      case .launch(let number, let launch): self.entry(number)?.0.launch(launch.program(cues))
      case .release(let number): release(number, keepsWay: false)
      }
    }
    entry.model.reaction = { [weak self] model in
      guard let self else { return }
      switch reaction {
      case .sendTo(let number, let body): if let (_, scope) = scope(number) { send([], body, to: scope) }
      case .cancel(let name): model.cancel(.name(name), in: [])
      case .launch(let number, let launch): if let (_, scope) = scope(number) { model.launch(launch, in: scope) }
      case .release: break
      }
    }
    _ = window.subscribe { _ in react() }
    _ = window.whenEnded { MainActor.assumeIsolated { react() } }
  }

  private func watch(_ number: Int, _ watching: Move.Watching) {
    guard let (window, scope) = scope(number), !scope.hasDeparted else { return }
    let number = model.watchCount
    model.watchCount += 1
    let (fired, hold) = (fired, heldByScopes.add())
    let kind: ModelWatch.Kind
    switch watching {
    case .state: kind = .state(comparesLog: scope.comparesLog)
    case .log: kind = .log
    case .departure: kind = .departure
    case .place(let place): kind = .place(place)
    }
    withObservationTracking {
      switch watching {
      case .state: _ = window.node()
      case .log: window.readLog()
      case .departure: _ = window.hasDeparted()
      case .place(let place): _ = window.look(place)
      }
    } onChange: {
      withExtendedLifetime(hold) { fired.add(number) }
    }
    // A leaf has no places.
    if case .place = watching, scope.path.count == 2 { return }
    model.watches.append(ModelWatch(number, scope.path, kind))
  }

  /// Looks at a child, or at a place in it, again and again, whenever it has changed.
  private func follow(_ window: Window, _ place: Place?, _ entry: Entry) {
    guard place == nil || window.path.count < 2 else { return }
    let follower = Follower(window, place, heldByScopes.add())
    entry.followers.append(follower)
    entry.model.followers.append(ModelFollower(place, entry.model))
    follower.look()
  }

  private func readNext(_ number: Int) async {
    guard !readings.isEmpty else { return }
    // Others may have their turn meanwhile.
    await settle()
    let (reading, expected) = readings[number % readings.count]
    guard let next = expected.next() else { return }
    let value = await reading.next()
    if value != next { issues.add("it reads \(value ?? "the end"), not \(next ?? "the end")") }
  }

  private func runTasks() {
    while executor.runUntilIdle() {}
  }

  private func handleMessages() {
    // Messages before it are handled first.
    entries.first?.window?.cancel(.id("nothing"))
    store?.runtime.launch(.none)
    model.handleMessages()
  }

  private func settle() async {
    await store?.settle()
    model.handleMessages()
  }

  // MARK: The end

  /// Releases the store, and sees that nothing outlives it.
  private func release() async -> String? {
    await settle()
    weak let released = store
    weak let runtime = store?.runtime
    var ways = entries.compactMap { $0.window?.way() ?? $0.way }
    armed = nil
    store = nil
    entries = []
    guard released == nil, runtime == nil else { return "the store outlives its last reference" }
    await executor.settle()
    if ways.contains(where: { $0() != nil }) { return "a way leads to a store that is gone" }
    for (reading, expected) in readings {
      _ = expected.next()
      if await reading.next() != nil, await reading.next() != nil { return "a sequence outlives its store" }
    }
    if let left = engines.left() { return left }
    if engines.childCount > 0 { return "\(engines.childCount) children outlive the store" }
    if heldByListeners.count > 0 { return "\(heldByListeners.count) listeners outlive the store" }
    ways = []
    readings = []
    model.scopes = []
    await executor.settle()
    if heldByScopes.count > 0 { return "\(heldByScopes.count) observations or scopes outlive the store" }
    if !cues.present.isEmpty { return "effects outlive their store: \(cues.present)" }
    return nil
  }

  // MARK: Comparing

  private func difference(isSettled: Bool) -> String? {
    guard let store else { return nil }
    let state = store.state
    if state.content.node != model.root { return "its state is \(state.content.node), not \(model.root)" }
    if state.history.undoCount != model.undoCount || state.history.redoCount != model.redoCount {
      return
        "it has \(state.history.undoCount) to undo and \(state.history.redoCount) to redo, not \(model.undoCount) and \(model.redoCount)"
    }
    let told = issues.take().sorted()
    let expected = model.issues.sorted()
    model.issues = []
    if told != expected { return "it reports \(told), not \(expected)" }
    let (haveFired, due) = (fired.take().sorted(), model.fired.sorted())
    model.fired = []
    if haveFired != due { return "the watches \(haveFired) have fired, not \(due)" }
    if store.runningTaskCount != model.live.count {
      return "\(store.runningTaskCount) effects run, not \(model.live.map(\.launch.number))"
    }
    if isSettled {
      let cued = model.live.filter { $0.due == nil }.map(\.launch.number).sorted()
      let present = cues.present.filter { $0 < Engines.firstCue }.sorted()
      if present != cued { return "the effects \(present) wait, not \(cued)" }
    }
    for (number, entry) in entries.enumerated() {
      if let difference = difference(of: entry) { return "scope \(number) of \(entry.model.path): \(difference)" }
    }
    return engines.difference(from: model)
  }

  private func difference(of entry: Entry) -> String? {
    let scope = entry.model
    for (notes, heard) in zip(entry.heard, scope.heard) where notes.all != heard {
      return "a subscriber has heard \(notes.all), not \(heard)"
    }
    if entry.endings.all.count != scope.endings { return "\(entry.endings.all.count) ends, not \(scope.endings)" }
    for (follower, expected) in zip(entry.followers, scope.followers) where follower.seen != expected.seen {
      return "an observer has seen \(follower.seen), not \(expected.seen)"
    }
    for (notes, engine) in zip(entry.engines, scope.engines) where notes.all != engine.events {
      return "its engine: \(notes.all), not \(engine.events)"
    }
    guard let window = entry.window else { return nil }
    if window.hasDeparted() != scope.hasDeparted { return "it has departed: \(window.hasDeparted())" }
    if window.node() != scope.state { return "its state is \(window.node()), not \(scope.state)" }
    let live = scope.hasDeparted ? [] : model.live
    let count = live.count { $0.path.starts(with: scope.effects) }
    if window.runningCount() != count { return "\(window.runningCount()) of its effects run, not \(count)" }
    for name in ["a", "b"] {
      let isRunning = live.contains { $0.path == scope.effects && $0.launch.name == name }
      if window.isRunning(name) != isRunning { return "\(name) is running: \(!isRunning)" }
    }
    return nil
  }
}
