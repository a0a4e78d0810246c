/// The duties of a store, said as simply as possible: one line of messages, lists instead of indices, and no threads.
///
/// `Player` makes each move here and on a store, and compares what is visible of both.
final class Model {
  // The visible state of a store.
  var handled: [Int] = []
  /// The handled actions that answer a cancel.
  var answers: Set<Int> = []
  /// The events that its observers receive.
  var events: [String] = []
  /// The running and waiting operations, in the order of their launches.
  var live: [Run] = []
  /// Cancelled operations that have not ended yet, because they ignore the cancel.
  var draining: [Run] = []

  var groups: [Part] = []
  var nodes: [Node] = []
  var messages: [Message] = []
  /// The number of these that are handled in the current turn.
  var due = 0
  /// Operations whose task was created and has not run yet, cancelled ones included.
  var fresh: [Run] = []
  /// Operations that were cancelled and whose task ends as soon as it runs.
  var leaving: [Run] = []
  /// The name of the operation that has ended and whose last action is being handled: until then none begins instead.
  var completing: String?
  var isStopped = false
  /// Whether operations of several names could begin at once: what follows depends on an order that is not promised.
  var orderIsOpen = false
  var now = 0
  var rank = 0
  var timers: [(time: Int, fire: () -> Void)] = []
  /// The open intervals of throttles, and what each holds back.
  var windows: [String: Run?] = [:]
  /// The function to call after each message.
  var onChange: () -> Void = {}

  // MARK: Moves

  func send(_ step: Step) -> Node {
    let node = enqueue(step)
    handleMessages()
    return node
  }

  @discardableResult
  func enqueue(_ step: Step, cause: String = "") -> Node {
    let node = newNode()
    node.units = 1
    messages.append(.action(step, node, cause: cause))
    return node
  }

  func launch(_ plan: Plan) -> Node {
    handleMessages()
    return run(plan, newNode(), cause: "")
  }

  func cancel(_ choice: Choice) {
    take(choice)
    handleMessages()
  }

  func cancel(_ node: Node) {
    node.wasCancelled = true
    for group in groups where group.node?.isCancelled == true { remove(group) }
    take(node.all.flatMap { node in live.filter { $0.node === node } }, "cancelled")
    beginQueued()
  }

  func stop() {
    guard !isStopped else { return }
    handleMessages()
    isStopped = true
    for node in nodes { node.wasCancelled = true }
    for run in live { run.isDetached = true }
    take(.all)
  }

  func start() {
    guard isStopped else { return }
    handleMessages()
    isStopped = false
  }

  /// Does all that is possible without a cue or a later time.
  ///
  /// Messages that arrive while others are handled are left for the next turn, before which tasks run. But what a handler
  /// sends is handled in its own turn, after all that had arrived by then.
  func settle() {
    while isBusy {
      runTasks()
      due = messages.count
      while due > 0 {
        due -= 1
        handleMessage()
      }
    }
  }

  /// Whether something is possible without a cue or a later time.
  var isBusy: Bool { !fresh.isEmpty || !leaving.isEmpty || !messages.isEmpty }

  func advance(by duration: Int) {
    settle()
    let end = now + duration
    while let index = timers.indices.min(by: { timers[$0].time < timers[$1].time }), timers[index].time <= end {
      now = timers[index].time
      timers.remove(at: index).fire()
      settle()
    }
    now = end
  }

  func give(_ cue: Cue, to run: Run) {
    if case .send(let steps) = cue, run.operation.kind != .task {
      guard run.isCancelled else {
        messages += steps.map { .sent($0, by: run) }
        return
      }
      // A stream is asked for nothing more after its first element that is dropped.
      for step in run.isStream ? Array(steps.prefix(1)) : steps { drop(step, cause: run.title) }
      if run.isStream { complete(run, .finished) }
    } else if case .fail = cue, !run.isCancelled, case .retry(let attempts, let wait)? = run.operation.timing,
      !run.isStream, run.failures + 1 < attempts
    {
      run.failures += 1
      run.waitsForCue = false
      after(wait << (run.failures - 1), run) { run.waitsForCue = true }
    } else if case .fail = cue {
      complete(run, .failed)
    } else {
      complete(run, .finished)
    }
  }

  /// Runs all tasks until they wait for a cue or a time.
  func runTasks() {
    for run in leaving { events.append("drained \(run.title)") }
    leaving = []
    let tasks = fresh
    fresh = []
    for run in tasks where !run.isCancelled { begin(run) }
  }

  func begin(_ run: Run) {
    switch run.operation.timing {
    case .delay(let wait), .debounce(let wait):
      after(wait, run) { run.waitsForCue = true }
    case .timeout(let limit):
      run.waitsForCue = true
      after(limit, run) { self.complete(run, .failed) }
    case .throttle, .retry, nil:
      run.waitsForCue = true
    }
    if run.isTurn { complete(run, .finished) }
  }

  func after(_ wait: Int, _ run: Run, _ body: @escaping () -> Void) {
    timers.append((now + wait, { if !run.isCancelled, run.end == nil { body() } }))
  }

  func complete(_ run: Run, _ end: Run.End) {
    run.waitsForCue = false
    run.end = end
    guard run.isCancelled else { return messages.append(.ended(run)) }
    draining.removeAll { $0 === run }
    if end == .finished, run.operation.kind == .task { drop(run.operation.result, cause: run.title) }
    events.append("drained \(run.title)")
  }

  /// Lets the operations that wait for a cue ignore a cancel from now on, if they can.
  func holdOut() {
    for run in live where run.waitsForCue { run.isStubborn = run.operation.ignoresCancel }
  }

  // MARK: Messages

  func handleMessages() {
    while !messages.isEmpty { handleMessage() }
  }

  private func handleMessage() {
    switch messages.removeFirst() {
    case .action(let step, let node, let cause):
      if node.isCancelled { drop(step, cause: cause) } else { handle(step, node, cause: cause) }
      release(node)
    case .sent(let step, let run):
      if run.isCancelled { drop(step, cause: run.title) } else { handleChild(step, of: run) }
    case .ended(let run) where run.isCancelled:
      if run.end == .finished, run.operation.kind == .task { drop(run.operation.result, cause: run.title) }
      events.append("drained \(run.title)")
      answer(run)
    case .ended(let run):
      handleEnd(of: run)
    case .cancelled(let run):
      answer(run)
    }
    onChange()
  }

  private func handleEnd(of run: Run) {
    events.append("ended \(run.title), \(run.end == .failed ? "failed" : "finished")")
    leave(run)
    completing = run.operation.name
    if run.end == .failed {
      fail(run)
    } else if case .gate(let plan)? = run.part?.kind {
      run.part?.parent?.hasPlace = true
      run.part?.kind = .sequence([plan])
    } else if run.operation.kind == .task {
      handleChild(run.operation.result, of: run)
    }
    end(run.part, run.node, cause: run.cause)
    release(run.node, isStream: run.isStream)
    completing = nil
    beginQueued()
  }

  /// Sends the answer to the cancel of a run, and continues after it.
  func answer(_ run: Run) {
    guard run.continuesOnMainActor else { return }
    if let answer = run.isRefused ? run.operation.refusal : run.operation.answer {
      if run.isDetached {
        drop(answer, cause: run.title)
      } else {
        answers.insert(answer.number)
        let node = newNode(under: run.node.isCancelled ? nil : run.node, isCounted: true)
        handle(answer, node, cause: run.title)
      }
    }
    end(run.part, run.node, cause: run.cause)
    release(run.node, isStream: run.isStream)
    beginQueued()
  }

  func handleChild(_ step: Step, of run: Run) {
    handle(step, newNode(under: run.node, isCounted: !run.isStream), cause: run.title)
  }

  func handle(_ step: Step, _ node: Node, cause: String) {
    guard !isStopped else { return drop(step, cause: cause) }
    handled.append(step.number)
    events.append("handled \(step.number) of \(cause)")
    for (sent, isEnqueued) in step.sends {
      enqueue(sent, cause: "action \(step.number)")
      if !isEnqueued { due = messages.count }
    }
    _ = run(step.plan, node, cause: "action \(step.number)")
  }

  func drop(_ step: Step, cause: String) { events.append("dropped \(step.number) of \(cause)") }

  // MARK: Cancels

  func take(_ choice: Choice) {
    switch choice {
    case .name(let name): take(name, "cancelled")
    case .names(let names): for name in names { take(name, "cancelled") }
    case .all:
      groups.forEach(remove)
      take(live, "cancelled")
    }
    beginQueued()
  }

  func take(_ name: String, _ outcome: String, besides run: Run? = nil) {
    take(named(name, besides: run) + queued(for: name), outcome)
    for group in groups(named: name) where group.isCurrent { take(group, outcome) }
  }

  func take(_ group: Part, _ outcome: String) {
    let inside = groups.filter { $0.isInside(group) }
    inside.forEach(remove)
    // The runs of outer programs first.
    take(inside.flatMap { group in live.filter { $0.part?.group === group } }, outcome)
  }

  func remove(_ group: Part) {
    group.isCurrent = false
    groups.removeAll { $0 === group }
  }

  func take(_ runs: [Run], _ outcome: String) {
    for run in runs {
      events.append("ended \(run.title), \(outcome)")
      let wasRunning = run.state == .running
      leave(run)
      run.isCancelled = true
      if let common = run.common { remove(common) }
      if !run.continuesOnMainActor { release(run.node, isStream: run.isStream) }
      // An operation that has ended has its message on the way.
      guard run.end == nil else { continue }
      if run.isStubborn, run.waitsForCue {
        draining.append(run)
      } else {
        run.waitsForCue = false
        if wasRunning { leaving.append(run) }
      }
      if run.continuesOnMainActor { messages.append(.cancelled(run)) }
    }
  }

  func leave(_ run: Run) {
    run.state = .ended
    live.removeAll { $0 === run }
  }

  func newNode(under parent: Node? = nil, isCounted: Bool = false) -> Node {
    let node = Node(parent: parent, isCounted: isCounted)
    nodes.append(node)
    return node
  }

  func release(_ node: Node, isStream: Bool = false) {
    node.units -= 1
    if isStream { node.streams -= 1 }
    node.settle()
  }
}
