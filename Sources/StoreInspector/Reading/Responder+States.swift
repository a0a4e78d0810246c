import StoreCore
import StoreRecording

extension Responder {
  /// A part of a state, with two levels of its own parts.
  func state(of store: StoreList.Entry, at number: UInt64, _ path: String) async throws(Refusal) -> Answer {
    try await onMainActor { [self] () throws(Refusal) in
      let (state, number) = try value(of: store, at: number)
      guard let tree = ValueTree(of: state, at: path) else {
        throw Refusal(404, "The state has no part at '\(path.prefix(200))' there. Ask for the tree without 'path'.")
      }
      return Answer(.object(["number": .number(number), "tree": tree.json]))
    }
  }

  /// The parts of a state in which a text is found.
  func find(_ text: String, in store: StoreList.Entry, at number: UInt64) async throws(Refusal) -> Answer {
    try await onMainActor { [self] () throws(Refusal) in
      let (state, number) = try value(of: store, at: number)
      let search = await ValueSearch(for: text, in: state, slices: MainActorSlices())
      let found = search.matches.map { JSONText.object(["path": .string($0.path), "text": .string($0.text)]) }
      return Answer(.object(["number": .number(number), "found": .array(found), "isCut": .bool(search.isCut)]))
    }
  }

  /// The parts of a state that an action changed.
  func change(of store: StoreList.Entry, at number: UInt64) async throws(Refusal) -> Answer {
    try await onMainActor { [self] () throws(Refusal) in
      let identity = store.handle.identity
      guard let after = stateRecord(of: identity, at: number),
        let new = recorder.keptState(of: identity, at: after), new.number == after
      else {
        throw Refusal(
          404,
          "No state is kept for the record \(number): it is none of an action or of another change of this store, or it is "
            + "too long ago. 'limits' of the inspector says how many are kept."
        )
      }
      guard let old = recorder.keptState(of: identity, at: after - 1) else {
        return Answer(.object(["after": .number(after), "changes": .array([]), "isCut": .bool(false)]))
      }
      let found = await ValueChanges(from: old.state, to: new.state, slices: MainActorSlices())
      let changes = found.changes.map { change in
        JSONText.object([
          "path": .string(change.path), "before": change.before.map { .string($0) },
          "after": change.after.map { .string($0) },
        ])
      }
      return Answer(
        .object([
          "before": .number(old.number), "after": .number(after), "changes": .array(changes),
          "isCut": .bool(found.isCut),
        ])
      )
    }
  }

  /// The state that was kept at or before a record, or the present one, with the number of its record.
  @MainActor
  private func value(of store: StoreList.Entry, at number: UInt64) throws(Refusal) -> (Any, UInt64) {
    let identity = store.handle.identity
    if number == 0, let state = store.handle.state {
      // An object is compared and shown by its properties.
      return (ValueTree.showable(state), recorder.lastNumber)
    }
    guard let kept = keptState(of: identity, at: number == 0 ? .max : number) else {
      throw Refusal(
        404,
        "No state of '\(identity)' is kept there: it was before the first one that is kept, or its engine shares none."
      )
    }
    return (kept.state, kept.number)
  }

  /// The state that was kept at or before a record; for a record of an action the one that it led to.
  @MainActor
  func keptState(of store: StoreIdentity, at number: UInt64) -> (state: Any, number: UInt64)? {
    recorder.keptState(of: store, at: stateRecord(of: store, at: number) ?? number)
  }

  /// The number of the state that a record, or the one of the action of a record, has.
  private func stateRecord(of store: StoreIdentity, at number: UInt64) -> UInt64? {
    guard number > 0, number < .max else { return nil }
    let records = recorder.records(after: number - 1, limit: 1_000).records
    guard let first = records.first, first.number == number, first.store == store else { return nil }
    if case .state = first.content { return number }
    guard let kind = first.event?.kind else { return nil }
    // It follows its event, if it is one that states are kept for; events of other threads may come between.
    let action = kind.actionID
    for record in records.dropFirst() where record.store == store {
      if case .state(let after) = record.content { return after == action ? record.number : nil }
      if action != nil, record.event?.kind.actionID != nil { return nil }
    }
    return nil
  }

  /// What each effect does now, and which handlers are suspended.
  func effects() async throws(Refusal) -> Answer {
    let stores = stores
    let now = self.now
    return try await onMainActor {
      var effects: [JSONText] = []
      var suspended: [JSONText] = []
      for store in stores.all where !store.hasEnded {
        let number = JSONText.integer(Int64(store.handle.identity.number))
        if store.handle.isHandlerSuspended {
          suspended.append(.object(["store": number, "action": store.suspendedAction.map { .number($0) }]))
        }
        for report in store.handle.effectReports.prefix(1_000) { effects.append(report.json(of: number)) }
      }
      return Answer(.object(["now": now, "effects": .array(effects), "suspended": .array(suspended)]))
    }
  }
}

extension ValueTree {
  fileprivate var json: JSONText {
    .object([
      "name": .string(name), "type": .string(type), "text": .string(text), "isCut": .bool(isCut),
      "children": .array(children.map(\.json)), "leftOut": .integer(Int64(leftOut)),
    ])
  }
}

extension EffectReport {
  fileprivate func json(of store: JSONText) -> JSONText {
    var buffered: Int?
    var behind: [CancellationToken]?
    let word =
      switch status {
      case .running: "running"
      case .waitsForElement: "waitsForElement"
      case .blocked: "blocked"
      case .queued: "queued"
      case .heldByThrottle: "heldByThrottle"
      case .draining: "draining"
      }
    if case .blocked(let count) = status { buffered = count }
    if case .queued(let tokens) = status { behind = tokens }
    return .object([
      "store": store,
      "effect": .number(effect.token.rawValue),
      "status": .string(word),
      "buffered": buffered.map { .integer(Int64($0)) },
      "behind": behind.map { .array($0.map { .number($0.rawValue) }) },
      "waiters": .integer(Int64(waiterCount)),
    ])
  }
}
