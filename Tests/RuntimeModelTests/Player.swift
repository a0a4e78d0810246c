import StoreCore
import StoreSimulation

/// Makes the moves of a script on a store and on the model, and compares what is visible of both after each.
@MainActor
final class Player {
  private let script: Script
  private let stage = Stage()
  private let executor = TestExecutor()
  private let clock: TestClock
  private let events = EventNotes()
  private let model = Model()
  private var store: PlayedStore?
  private var handles: [(SendHandle, Model.Node)] = []
  private var waits: [Wait] = []
  /// The calls at changes that were asked for, and what was wrong with one.
  private var watches: [Watch] = []
  private var watchFailure: String?
  /// What was handled before the last comparison.
  private var seen = 0

  private final class Wait {
    let node: Model.Node
    let tree: Bool
    var isDue = false
    var isOver = false

    init(_ node: Model.Node, tree: Bool) { (self.node, self.tree) = (node, tree) }
  }

  /// A call that was asked for when so many actions had been handled.
  private final class Watch {
    let count: Int
    let times: Int
    var isOver = false

    init(after count: Int, times: Int) { (self.count, self.times) = (count, times) }
  }

  /// A difference between the store and the model.
  struct Difference: Error, CustomStringConvertible {
    /// The number of moves that were made, including the one with the difference.
    let moveCount: Int
    let description: String
  }

  private init(_ script: Script) {
    self.script = script
    clock = TestClock(executor: executor)
    let events = events
    let options = StoreOptions(
      executor: executor,
      clock: clock,
      observers: script.isObserved ? [events] : [],
      onError: { _, info in events.noteUncaught(info) },
      onIssue: { _ in }
    )
    store = PlayedStore(options: options, stage: stage, isNamed: script.isObserved)
    model.onChange = { [unowned self] in
      for wait in waits where wait.node.isSettled(tree: wait.tree) { wait.isDue = true }
    }
  }

  /// Plays a script to its end, or to the first difference.
  ///
  /// Also only until several orders are right: see ``Model/orderIsOpen``.
  static func play(_ script: Script) async -> Difference? {
    let player = Player(script)
    for (index, turn) in script.moves.enumerated() {
      let difference = await player.make(turn)
      if player.model.orderIsOpen { return nil }
      if let difference { return Difference(moveCount: index + 1, description: difference) }
    }
    let difference = await script.isReleased ? player.release() : player.finish()
    if player.model.orderIsOpen { return nil }
    return difference.map { Difference(moveCount: script.moves.count, description: "At the end: \($0)") }
  }

  // MARK: Moves

  private func make(_ turn: Script.Turn) async -> String? {
    guard let store else { return nil }
    var settles = turn.settles || script.isEager
    switch turn.move {
    case .send(let step): keep(store.send(step), model.send(step), "\(step.number)")
    case .enqueue(let step):
      store.enqueue(step)
      model.enqueue(step)
    case .launch(let plan):
      handleMessages()
      keep(store.launch(plan.program(on: stage, isNamed: script.isObserved)), model.launch(plan), "a launch")
    case .cue(let place, let cue):
      runTasks()
      let waiting = (model.live + model.draining).filter(\.waitsForCue)
      guard !waiting.isEmpty else { break }
      let run = waiting[place % waiting.count]
      // The elements of a stream may overtake other sends.
      if run.isStream { settle() }
      guard run.waitsForCue else { break }
      stage.give(cue, to: run.operation.number)
      model.give(cue, to: run)
      runTasks()
      settles = settles || run.isStream
    case .cancel(let choice):
      store.cancel(choice.selector)
      model.cancel(choice)
    case .cancelHandle(let place):
      guard !handles.isEmpty else { break }
      let (handle, node) = handles[place % handles.count]
      handle.cancel()
      model.cancel(node)
    case .wait(let place, let tree):
      guard !handles.isEmpty else { break }
      let (handle, node) = handles[place % handles.count]
      let wait = Wait(node, tree: tree)
      waits.append(wait)
      Task {
        await tree ? handle.tree : handle.value
        wait.isOver = true
      }
      return await settleWhole()
    case .watch(let times):
      watch(times)
    case .advance(let milliseconds):
      settle()
      await clock.advance(by: .milliseconds(milliseconds))
      model.advance(by: milliseconds * 1_000)
      settles = true
    case .settle:
      return await settleWhole()
    case .stop:
      handleMessages()
      store.runtime.stop()
      model.stop()
    case .start:
      handleMessages()
      store.runtime.start()
      model.start()
    }
    if script.isEager { return await settleWhole() }
    switch turn.move {
    case .send, .launch, .cancel, .stop, .start: handleMessages()
    case .enqueue, .cue, .cancelHandle, .wait, .watch, .advance, .settle: break
    }
    if turn.runsTasks || settles { runTasks() }
    if settles { settle() }
    return difference(hasRun: turn.runsTasks || settles)
  }

  private func keep(_ handle: SendHandle, _ node: Model.Node, _ title: String) {
    node.title = title
    handles.append((handle, node))
    if handles.count > 6 { handles.removeFirst() }
  }

  private func watch(_ times: Int) {
    guard let store else { return }
    let watch = Watch(after: store.state.count, times: times)
    watches.append(watch)
    store.runtime.core.callOnNextChange { [unowned self] in call(of: watch) }
  }

  /// Called by the store: once, and not later than behind the first action that was handled since.
  private func call(of watch: Watch) {
    guard let store else { return }
    if watch.isOver { watchFailure = "a change is told twice" }
    let count = store.state.count - watch.count
    if count > 1 { watchFailure = "a change is told when \(count) actions were handled" }
    watch.isOver = true
    if watch.times > 1 { self.watch(watch.times - 1) }
  }

  private func runTasks() {
    while executor.runUntilIdle() {}
    model.runTasks()
  }

  /// Handles all messages.
  private func handleMessages() {
    // By an action that is not recorded: messages before it are handled first. Effects that they cancel send more.
    for _ in 0..<20 { store?.send(Step(number: 0)) }
    model.handleMessages()
  }

  /// Handles all messages and runs all tasks, without leaving the main actor.
  private func settle() {
    repeat {
      runTasks()
      handleMessages()
    } while model.isBusy
  }

  /// Lets the store settle by itself.
  private func settleWhole() async -> String? {
    if !script.isEager { settle() }
    model.settle()
    await store?.settle()
    if let difference = difference(hasRun: true) { return difference }
    for wait in waits {
      if wait.node.isSettled(tree: wait.tree) { wait.isDue = true }
      if wait.isDue { await finish(wait) }
      if wait.isDue != wait.isOver { return "a wait is over: \(wait.isOver), not \(wait.isDue)" }
    }
    waits.removeAll(where: \.isOver)
    let draining = store?.runtime.drainingEffects.count
    return draining == model.draining.count ? nil : "\(draining ?? 0) are draining, not \(model.draining.count)"
  }

  /// Lets the task of a wait continue, which may be many turns of the main actor later if the pool has other work.
  ///
  /// The limit of a minute ends a wait that hangs.
  private func finish(_ wait: Wait) async {
    let start = ContinuousClock.now
    while !wait.isOver, start.duration(to: .now) < .seconds(60) { await Task.detached { @MainActor in }.value }
  }

  // MARK: Ends

  /// Ends all operations by cues, and checks that nothing is left.
  private func finish() async -> String? {
    if model.isStopped {
      store?.runtime.start()
      model.start()
    }
    for _ in 0..<1_000 {
      if let difference = await settleWhole() { return difference }
      if let run = (model.live + model.draining).first(where: \.waitsForCue) {
        stage.give(.finish, to: run.operation.number)
        model.give(.finish, to: run)
      } else if !model.live.isEmpty || !clock.deadlines.isEmpty {
        await clock.advance(by: .milliseconds(40))
        model.advance(by: 40_000)
      } else {
        break
      }
    }
    if !model.live.isEmpty { return "\(model.live.count) operations of the model do not end" }
    if let handle = handles.first(where: { !$0.0.isFinished }) { return "a handle is not finished: \(handle.0)" }
    return waits.isEmpty ? nil : "a wait does not end"
  }

  /// Releases the store, and checks that nothing outlives it.
  private func release() async -> String? {
    if let difference = await settleWhole() { return difference }
    let stubborn = (model.live + model.draining).filter { $0.waitsForCue && $0.isStubborn }
    weak let released = store
    weak let runtime = store?.runtime
    store = nil
    guard released == nil, runtime == nil else { return "the store outlives its last reference" }
    await executor.settle()
    for wait in waits { await finish(wait) }
    if let wait = waits.first(where: { !$0.isOver }) {
      return "a wait of its \(wait.tree ? "tree" : "value") outlives it"
    }
    if stage.present != Set(stubborn.map(\.operation.number)) { return "its operations go on: \(stage.present)" }
    for run in stubborn { stage.give(.finish, to: run.operation.number) }
    await executor.settle()
    return stage.present.isEmpty ? nil : "operations do not end behind it: \(stage.present)"
  }

  // MARK: Comparing

  /// Whether only the order of answers to a cancel differs, which is open if a handle cancels several effects.
  private func isSame(_ handled: [Int], _ planned: [Int]) -> Bool {
    let isAnswer = { self.model.answers.contains($0) }
    return handled.filter { !isAnswer($0) } == planned.filter { !isAnswer($0) }
      && handled.filter(isAnswer).sorted() == planned.filter(isAnswer).sorted()
  }

  private func difference(hasRun: Bool) -> String? {
    guard let store else { return nil }
    let state = store.state
    let (handled, planned) = (Array(state[min(seen, state.count)...]), Array(model.handled[seen...]))
    if handled != planned, script.answersCause || !isSame(handled, planned) {
      return "it has handled \(handled), not \(planned)"
    }
    model.handled = state
    seen = state.count
    watches.removeAll(where: \.isOver)
    if let watchFailure { return watchFailure }
    if watches.contains(where: { $0.count != state.count }) { return "a change is not told" }
    let told = events.take().sorted()
    let expected = model.events.sorted()
    model.events = []
    if script.isObserved, told != expected {
      return "it tells of \(told.minus(expected)), and not of \(expected.minus(told))"
    }
    if store.runningTaskCount != model.live.count {
      return "\(store.runningTaskCount) effects are running, not \(model.live.count)"
    }
    let waiting = model.live.count { $0.state != .running }
    if store.runtime.waitingEffects.count != waiting {
      return "\(store.runtime.waitingEffects.count) effects wait, not \(waiting)"
    }
    for name in ["a", "b", "c", "d", "f", "g", "h", "t"] where store.isTaskRunning(id: name) != model.isRunning(name) {
      return "\(name) is running: \(!model.isRunning(name)), not \(model.isRunning(name))"
    }
    for (handle, node) in handles where handle.isFinished != node.isFinished {
      return "the handle of \(node.title) is finished: \(handle.isFinished), not \(node.isFinished)"
    }
    if hasRun {
      let present = Set((model.live + model.draining).filter(\.waitsForCue).map(\.operation.number))
      if stage.present != present { return "operations \(stage.present.sorted()) are present, not \(present.sorted())" }
      model.holdOut()
      let stubborn = Set((model.live + model.draining).filter(\.isStubborn).map(\.operation.number))
      stage.holdOut { stubborn.contains($0) }
    }
    return nil
  }
}

extension [String] {
  /// The lines that are not among others, counting repeated ones.
  fileprivate func minus(_ others: [String]) -> [String] {
    var rest = self
    for line in others { if let index = rest.firstIndex(of: line) { rest.remove(at: index) } }
    return rest
  }
}
