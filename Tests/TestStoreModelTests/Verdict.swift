import StoreTesting

/// The failures that a test store has to report for a script, found by a model of the feature and of the test store.
struct Verdict {
  /// A failure: the step, or the end of the test store, and what its text begins with and has in it.
  struct Report: Equatable {
    let step: Int
    let words: [String]
  }

  private struct Effect {
    let launch: Int
    let name: String?
    /// When it ends; `nil` for one that waits for the gate.
    let due: Int?
    let part: Rule.Part
    var wasTold = false
    /// Whether it has come to the gate.
    var hasBegun = false
    /// Whether it has passed the gate.
    var hasPassed = false
  }

  private struct Entry {
    let number: Int?
    let values: Values

    var words: String { number?.words ?? "the expected change" }
  }

  var script: Script
  private(set) var reports: [Report] = []
  /// The states after the steps, for the source of scripts.
  private(set) var values = Values()
  /// The next action that is to be received, with the change that it brings.
  var toReceive: (number: Int, change: Change?)? {
    guard toSkip < entries.count else { return nil }
    let former = toSkip == 0 ? asserted : entries[toSkip - 1].values
    return (entries[toSkip].number ?? 0, Change.from(former, to: entries[toSkip].values))
  }
  /// What an action changes by itself.
  func change(by number: Int) -> Change? {
    var values = values
    script.rules[.act(number)].change(&values)
    return Change.from(self.values, to: values)
  }

  /// Forgets the first action that is to be received, as a test does that leaves it out.
  mutating func skipFirst() { toSkip += 1 }

  private var toSkip = 0
  var errorsToReceive: [Int] { errors.map(\.number) }
  var isBusy: Bool { !effects.isEmpty }
  /// What a test that ends now leaves behind.
  var unasserted: Unasserted {
    var kinds: Unasserted = []
    if script.isExhaustive {
      if !entries.isEmpty { kinds.insert(.receivedActions) }
      if values != (entries.last?.values ?? asserted) { kinds.insert(.stateChanges) }
    }
    if !effects.isEmpty { kinds.insert(.runningEffects) }
    if !drained.isEmpty { kinds.insert(.drainingEffects) }
    if !drops.isEmpty { kinds.insert(.droppedActions) }
    if !errors.isEmpty { kinds.insert(.errors) }
    return kinds
  }
  private(set) var isStopped = false
  private(set) var asserted = Values() {
    didSet { hasToldChange = false }
  }
  /// Whether the end of an effect has shown a change that no step has asserted.
  private var hasToldChange = false

  private var now = 0
  private var effects: [Effect] = []
  private var entries: [Entry] = [] {
    didSet { toSkip = max(0, toSkip - max(0, oldValue.count - entries.count)) }
  }
  private var errors: [(number: Int, step: Int?)] = []
  private var isOpen = false
  /// What those will send in vain that were cancelled and wait for the gate.
  private var drained: [(launch: Int, number: Int)] = []
  private var launchCount = 0
  private var drops: [Int] = []
  /// The launches that steps have waited for in vain, until one receives what it expects.
  private var overdue: Set<Int>?

  init(of script: Script) {
    self.script = script
    for (index, step) in script.steps.enumerated() { make(step, index) }
    release()
  }

  /// Begins with nothing, for the source of scripts.
  init(beginning script: Script) { self.script = script }

  // MARK: Steps

  mutating func make(_ step: Step, _ index: Int) {
    switch step {
    case .send(let number, let change):
      settle()
      reportErrors(index)
      passOver(number.words, index)
      if isStopped {
        reports.append(Report(step: index, words: ["Sent \(number.words), but it was not handled."]))
      } else {
        handle(number)
        settle()
        let own = entries.removeFirst()
        compare(own, change, index)
      }
      noteErrors(index)
    case .sendUnseen(let number):
      if isStopped { drops.append(number) } else { handle(number) }
    case .receive(let number, let change):
      receive(number, change, index, expected: number.words)
    case .receiveWhere(let number, let change):
      receive(number, change, index, expected: "an action that the predicate accepts")
    case .receiveError(let number):
      settle()
      noteErrors(index)
      if errors.isEmpty {
        miss(Report(step: index, words: ["Did not receive the error 'Failure(number: \(number))'."]))
      } else if case let error = errors.removeFirst().number, error != number {
        reports.append(
          Report(
            step: index,
            words: ["threw Failure(number: \(error)) instead of the error 'Failure(number: \(number))'."]
          )
        )
      } else {
        overdue = nil
      }
    case .cancel(let name):
      cancel { $0.name == name }
    case .advance(let milliseconds):
      settle()
      advance(by: milliseconds)
    case .skipReceived:
      settle()
      entries = []
      asserted = values
      overdue = nil
    case .openGate: isOpen = true
    case .stop:
      cancel { _ in true }
      isStopped = true
    case .start: isStopped = false
    case .write(let field, let amount):
      values[field] += amount
    case .expectChange(let change):
      settle()
      let before = asserted
      leave("the expected change", index)
      let isUnchanged = values == asserted
      // What the skipped actions have changed is a part of the expected change.
      if !isExhaustive(at: index) { asserted = before }
      if compare(Entry(number: nil, values: values), change, index, mayBeMissing: isUnchanged) { overdue = nil }
      noteErrors(index)
    case .finish(let ignored):
      settle()
      finish(ignored, index)
    }
  }

  private mutating func finish(_ ignored: Unasserted, _ index: Int) {
    let step = "the end of the test"
    let isExhaustive = script.isExhaustive && overdue == nil
    if isExhaustive, !entries.isEmpty, !ignored.contains(.receivedActions) {
      reports.append(Report(step: index, words: left(before: step)))
    }
    asserted = entries.last?.values ?? asserted
    entries = []
    if isExhaustive, values != asserted, !ignored.contains(.stateChanges) {
      reports.append(Report(step: index, words: Self.changed(before: step)))
    }
    asserted = values
    if ignored.contains(.errors) { errors = [] } else { reportErrors(index) }
    if hasUnknown(effects.map(\.launch)), !ignored.contains(.runningEffects) {
      reports.append(Report(step: index, words: ["The test has ended while effects are running."]))
    }
    if !drained.isEmpty, !ignored.contains(.drainingEffects) {
      reports.append(Report(step: index, words: ["The test has ended while cancelled effects have not."]))
    }
    if !drops.isEmpty, !ignored.contains(.droppedActions) { reportDrops(index) }
    drops = []
    // They are reported once.
    for index in effects.indices { effects[index].wasTold = true }
    overdue = nil
  }

  /// Whether there is one among some launches that no step has named that has waited in vain.
  private func hasUnknown(_ launches: [Int]) -> Bool { !launches.allSatisfy { overdue?.contains($0) == true } }

  /// Reports that a step has missed something, unless it is known what holds that up.
  private mutating func miss(_ report: Report, withDrained: Bool = false) {
    let launches = effects.map(\.launch) + (withDrained ? drained.map(\.launch) : [])
    if launches.isEmpty || hasUnknown(launches) { reports.append(report) }
    if !launches.isEmpty { overdue = (overdue ?? []).union(launches) }
  }

  /// Whether all has to be asserted: not while something may come late.
  private func isExhaustive(at index: Int) -> Bool { script.isExhaustive(at: index) && overdue == nil }

  private mutating func reportUnlessLate(_ report: Report) {
    if overdue == nil { reports.append(report) }
  }

  /// Leaves what was not asserted before a step.
  private mutating func leave(_ step: String, _ index: Int) {
    guard let last = entries.last else { return }
    report(index, left(before: step))
    asserted = last.values
    entries = []
  }

  private mutating func passOver(_ step: String, _ index: Int) {
    leave(step, index)
    if values != asserted { report(index, Self.changed(before: step)) }
    asserted = values
  }

  private static func changed(before step: String) -> [String] {
    ["The state was changed without an action before \(step), and no step has asserted it."]
  }

  private mutating func reportDrops(_ index: Int) {
    let words = drops.enumerated().map { "  \($0 + 1). .act(\($1)), sent by " }
    reports.append(Report(step: index, words: ["The store has dropped actions."] + words))
  }

  private mutating func receive(_ number: Int, _ change: Change?, _ index: Int, expected: String) {
    settle()
    defer { noteErrors(index) }
    if let place = entries.firstIndex(where: { $0.number == number }) {
      let entry = entries[place]
      if place > 0 {
        report(index, left(before: expected, entries.prefix(place)))
        asserted = entries[place - 1].values
      }
      entries.removeFirst(place + 1)
      if compare(entry, change, index) { overdue = nil }
    } else if isExhaustive(at: index), !entries.isEmpty {
      let entry = entries.removeFirst()
      asserted = entry.values
      reports.append(Report(step: index, words: ["Received \(entry.words) instead of \(expected)."]))
    } else {
      miss(Report(step: index, words: ["Did not receive \(expected)."]))
    }
  }

  /// Compares what was with what the test expects, and returns whether they are the same.
  @discardableResult
  private mutating func compare(
    _ entry: Entry,
    _ change: Change?,
    _ index: Int,
    mayBeMissing: Bool = false
  ) -> Bool {
    let before = asserted
    asserted = entry.values
    var expected = before
    do {
      try change?.make(&expected)
    } catch {
      reportUnlessLate(Report(step: index, words: ["The state after \(entry.words) was not compared."]))
      return false
    }
    let isRight: Bool
    if isExhaustive(at: index) {
      isRight = expected == entry.values
    } else {
      // What the test changes has to be so, and the rest may be as it will.
      isRight =
        Values.Field.allCases.allSatisfy { expected[$0] == before[$0] || expected[$0] == entry.values[$0] }
        && (expected.list == before.list || haveSameParts(before.list, expected.list, entry.values.list))
    }
    let isEmpty = change != nil && expected == before
    if isEmpty, !isExhaustive(at: index) || isRight {
      reportUnlessLate(Report(step: index, words: ["The closure for \(entry.words) changes nothing."]))
    } else if !isRight {
      let report = Report(step: index, words: ["The state after \(entry.words) is not the expected one."])
      let isMissing = mayBeMissing && !(effects.isEmpty && drained.isEmpty)
      if isMissing { miss(report, withDrained: true) } else { reportUnlessLate(report) }
    } else {
      return true
    }
    return false
  }

  /// A list of the same length is looked into.
  private func haveSameParts(_ before: [Int], _ expected: [Int], _ actual: [Int]) -> Bool {
    guard before.count == expected.count, expected.count == actual.count else { return expected == actual }
    return expected.indices.allSatisfy { expected[$0] == before[$0] || expected[$0] == actual[$0] }
  }

  private mutating func report(_ index: Int, _ words: [String]) {
    if isExhaustive(at: index) { reports.append(Report(step: index, words: words)) }
  }

  private func left(before step: String, _ entries: ArraySlice<Entry>? = nil) -> [String] {
    let list = (entries ?? self.entries[...]).enumerated().map { "  \($0 + 1). .act(\($1.number ?? 0))" }
    return [
      "Received actions were not asserted before \(step).",
      "The store has handled, in this order:\n\n\(list.joined(separator: "\n"))\n\n",
    ]
  }

  private mutating func noteErrors(_ index: Int) {
    for place in errors.indices { errors[place].step = errors[place].step ?? index }
  }

  private mutating func reportErrors(_ index: Int) {
    for error in errors {
      reports.append(
        Report(step: error.step ?? index, words: ["threw Failure(number: \(error.number)), and nothing handles it."])
      )
    }
    errors = []
  }

  /// The test store is deallocated.
  private mutating func release() {
    reportErrors(Self.end)
    guard script.isExhaustive else { return }
    if !entries.isEmpty, overdue == nil {
      let list = entries.enumerated().map { "  \($0 + 1). .act(\($1.number ?? 0))" }.joined(separator: "\n")
      let words = "A test store was deallocated with received actions that were not asserted."
      reports.append(Report(step: Self.end, words: [words, "\n\n\(list)\n\n"]))
    }
    if hasToldChange, overdue == nil {
      let words = "A test store was deallocated with a change of the state that no action has made"
      reports.append(Report(step: Self.end, words: [words]))
    }
    if hasUnknown(effects.filter { !$0.wasTold }.map(\.launch)) {
      reports.append(Report(step: Self.end, words: ["A test store was deallocated while effects are running."]))
    }
    if !drops.isEmpty { reportDrops(Self.end) }
  }

  /// The place where a test store was made, in place of a step.
  static let end = -1

  // MARK: The feature

  private mutating func handle(_ number: Int) {
    let rule = script.rules[.act(number)]
    rule.change(&values)
    entries.append(Entry(number: number, values: values))
    hasToldChange = false
    for part in rule.parts {
      switch part {
      case .emit(let number): handle(number)
      case .later(let name, let wait, _), .fail(let name, let wait, _), .write(let name, let wait, _):
        launch(name, now + wait, part)
      case .stubborn(let name, _): launch(name, nil, part)
      case .cancel(let name): cancel { $0.name == name }
      }
    }
  }

  private mutating func launch(_ name: String?, _ due: Int?, _ part: Rule.Part) {
    if let name { cancel { $0.name == name } }
    launchCount += 1
    effects.append(Effect(launch: launchCount, name: name, due: due, part: part))
  }

  private mutating func cancel(_ isCancelled: (Effect) -> Bool) {
    for effect in effects where isCancelled(effect) {
      guard case .stubborn(_, let number) = effect.part else { continue }
      // What has passed the gate has sent already.
      if effect.hasPassed {
        drops.append(number)
      } else if effect.hasBegun {
        drained.append((effect.launch, number))
      }
    }
    effects.removeAll(where: isCancelled)
  }

  /// What there is once the store has settled, as it does in the next step.
  var settled: Verdict {
    var settled = self
    settled.settle()
    return settled
  }

  /// Lets those go on that wait for the gate, once it is open.
  private mutating func settle() {
    for index in effects.indices { effects[index].hasBegun = true }
    guard isOpen else { return }
    drops += drained.sorted { $0.launch < $1.launch }.map(\.number)
    drained = []
    while effects.contains(where: { $0.due == nil }) {
      for index in effects.indices where effects[index].due == nil { effects[index].hasPassed = true }
      while let index = effects.firstIndex(where: \.hasPassed) {
        guard case .stubborn(_, let number) = effects.remove(at: index).part else { continue }
        handle(number)
      }
      drops += drained.sorted { $0.launch < $1.launch }.map(\.number)
      drained = []
    }
  }

  private mutating func advance(by milliseconds: Int) {
    let end = now + milliseconds
    while let index = effects.indices.filter({ effects[$0].due != nil }).min(by: {
      effects[$0].due ?? 0 < effects[$1].due ?? 0
    }),
      let due = effects[index].due, due <= end
    {
      let effect = effects.remove(at: index)
      now = due
      if case .write(_, _, let field) = effect.part { values[field] += 1 }
      hasToldChange = values != (entries.last?.values ?? asserted)
      switch effect.part {
      case .later(_, _, let number): handle(number)
      case .fail(_, _, let number): errors.append((number, nil))
      case .emit, .cancel, .stubborn, .write: break
      }
      settle()
    }
    now = end
  }
}

extension Int {
  /// An action in the words of a report.
  fileprivate var words: String { "'.act(\(self))'" }
}
