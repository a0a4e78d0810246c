import StoreCore

/// The decisions about effects behind a reference, so that an expectation can contain a change.
///
/// Runs and waiters are plain names.
final class SampleTable {
  typealias Machine = EffectTable.StateMachine<String, String>

  private(set) var machine = Machine()

  func open(parent: SlotKey = .none, isCounted: Bool = true) -> SlotKey {
    machine.open(parent: parent, isCounted: isCounted)
  }

  @discardableResult
  func release(_ node: SlotKey, isStream: Bool = false) -> [String] {
    machine.release(node, isStream: isStream)
  }

  /// What became of a launch: where the run is known, and what was taken out for it.
  struct Admitted {
    let key: SlotKey
    let node: SlotKey
    let replaced: Taken
  }

  /// The runs that were taken out, and the waiters that were resumed.
  struct Taken: Equatable {
    var runs: [String] = []
    var finished: [String] = []
  }

  @discardableResult
  func admit(
    _ run: String,
    id: EffectID? = nil,
    policy: LaunchPolicy = .replace,
    node: SlotKey,
    traits: RunTraits = RunTraits()
  ) -> Admitted? {
    admitted(machine.admit(run, id: id, policy: policy, node: node, traits: traits))
  }

  @discardableResult
  func admitAlone(
    _ run: String,
    id: EffectID? = nil,
    policy: LaunchPolicy = .replace,
    parent: SlotKey = .none,
    isCounted: Bool = true,
    traits: RunTraits = RunTraits()
  ) -> Admitted? {
    admitted(
      machine.admitAlone(run, id: id, policy: policy, parent: parent, isCounted: isCounted, traits: traits)
    )
  }

  private func admitted(_ admission: Machine.Admission) -> Admitted? {
    guard case .admitted(let key, let node, let replaced) = admission else { return nil }
    return Admitted(key: key, node: node, replaced: taken(replaced))
  }

  private func taken(_ cancellation: Machine.Cancellation) -> Taken {
    let runs = (cancellation.first.map { [$0] } ?? []) + cancellation.rest
    return Taken(runs: runs.map(\.run), finished: cancellation.finished)
  }

  func land(_ run: Admitted?) -> Bool {
    run.map { machine.land($0.key) } ?? false
  }

  func drained(_ run: Admitted?) {
    if let run {
      machine.drained(run.key)
    }
  }

  /// The end of a run that causes nothing.
  @discardableResult
  func end(_ run: Admitted?, isStream: Bool = false) -> [String] {
    guard let run, machine.land(run.key) else { return [] }
    return machine.release(run.node, isStream: isStream)
  }

  @discardableResult
  func cancel(_ ids: EffectID...) -> Taken {
    taken(ids.count == 1 ? machine.cancel(ids[0]) : machine.cancel(ids))
  }

  func cancelAll() -> Taken {
    taken(machine.cancelAll())
  }

  @discardableResult
  func cancelTree(_ node: SlotKey) -> Taken {
    taken(machine.cancelTree(node))
  }

  @discardableResult
  func close() -> Taken {
    taken(machine.close())
  }

  func wait(_ waiter: String, for node: SlotKey, _ scope: Machine.Scope, by run: Admitted? = nil) -> Bool {
    machine.addWaiter(waiter, to: node, scope: scope, run: run?.key)
  }

  func giveUp(_ waiter: String, from node: SlotKey, _ scope: Machine.Scope, by run: Admitted? = nil) {
    machine.removeWaiter(from: node, scope: scope, run: run?.key) { $0 == waiter }
  }
}
