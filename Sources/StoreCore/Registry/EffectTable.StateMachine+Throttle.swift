extension EffectTable.StateMachine {
  /// A run that waits for the end of its throttle's window.
  struct Held {
    let key: SlotKey
    let policy: LaunchPolicy
  }

  /// Registers a throttled run that is not refused.
  ///
  /// One that is held takes the place of the one that was held before.
  mutating func register(
    _ run: Run,
    id: EffectID,
    policy: LaunchPolicy,
    decision: ThrottleWindows<Held>.Decision,
    group: SlotKey,
    node: SlotKey,
    traits: RunTraits,
    _ changes: inout Changes
  ) -> SlotKey {
    guard case .hold = decision else {
      windows.open(id)
      return admit(run, id: id, policy: policy, group: group, node: node, traits: traits, &changes)
    }
    if let older = windows.held(in: id) {
      runs.cancel(older.key) { changes.append($0) }
    }
    let key = runs.hold(run, id: id, node: node, traits: traits)
    windows.hold(Held(key: key, policy: policy), in: id)
    return key
  }

  /// What the end of a throttle's window brings.
  package struct WindowEnd {
    /// The held run, if it has begun the next window, which has to be ended in turn.
    package fileprivate(set) var next: Run?
    /// Whether it begins before its turn, because it would wait for itself.
    package fileprivate(set) var isBeforeTurn = false
    /// Why the held run does not begin, where its policy refuses it now.
    package fileprivate(set) var refusal: RefusalReason?
    /// The held run, if it begins, and the runs that make place for it; or the one that is refused.
    package fileprivate(set) var changes = Changes()
  }

  /// Ends a throttle's window.
  package mutating func endWindow(of id: EffectID) -> WindowEnd {
    var end = WindowEnd()
    guard !isClosed, let held = windows.end(id) else { return end }
    let group = groups.group(of: Int(held.key.index))
    let beside = beside(id, group: group)
    makeRoom(for: id, policy: held.policy, group: group, &end.changes)
    switch runs.release(held.key, policy: held.policy, beside: beside, replaced: { end.changes.append($0) }) {
    case .begun(let run):
      _ = replaceGroups(id, policy: held.policy, group: group, &end.changes)
      detach(&end.changes)
      _ = claimNames(around: group, besides: id, &end.changes)
      end.changes.append(started: run)
      end.next = run
      startDue(&end.changes)
      return end
    case .queued(let run):
      if openRing(of: held.key, into: &end.changes.finished) {
        _ = claimNames(around: group, besides: id, &end.changes)
        end.changes.append(started: run)
        end.isBeforeTurn = true
      }
      end.next = run
    case .refused(let cancelled, let reason):
      end.changes.append(cancelled)
      end.refusal = reason
    case .gone:
      break
    }
    if end.next == nil {
      windows.close(id)
    }
    detach(&end.changes)
    startDue(&end.changes)
    return end
  }
}
