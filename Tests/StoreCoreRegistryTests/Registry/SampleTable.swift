@testable import StoreCore

/// The decisions about effects behind a reference, so that an expectation can contain a change.
///
/// Runs and waiters are plain names.
final class SampleTable {
  typealias Machine = EffectTable.StateMachine<String, String>

  private(set) var machine = Machine()

  func open(parent: NodeKey = .none, isCounted: Bool = true) -> NodeKey {
    machine.open(parent: parent, isCounted: isCounted)
  }

  @discardableResult
  func release(_ node: NodeKey, isStream: Bool = false) -> [String] {
    machine.release(node, isStream: isStream).finished
  }

  /// The result of a launch: the key and the node of the run, and what it replaced.
  struct Admitted {
    let key: RunKey
    let node: NodeKey
    let begins: Bool
    let opensWindow: Bool
    let replaced: Taken
  }

  /// The runs that were taken out, those that begin, and the waiters that were resumed.
  struct Taken: Equatable {
    var runs: [String] = []
    var started: [String] = []
    var finished: [String] = []
  }

  /// Why the last launch was refused.
  private(set) var refusal: RefusalReason?

  @discardableResult
  func admit(
    _ run: String,
    id: EffectID? = nil,
    policy: LaunchPolicy = .replace,
    edges: ThrottleEdges? = nil,
    node: NodeKey,
    traits: RunTraits = RunTraits()
  ) -> Admitted? {
    admitted(
      machine.launch(
        run,
        LaunchRequest(id: id, policy: policy, edges: edges, position: .node(node), traits: traits)
      )
    )
  }

  @discardableResult
  func admitAlone(
    _ run: String,
    id: EffectID? = nil,
    policy: LaunchPolicy = .replace,
    parent: NodeKey = .none,
    isCounted: Bool = true,
    traits: RunTraits = RunTraits()
  ) -> Admitted? {
    admitted(
      machine.launch(
        run,
        LaunchRequest(
          id: id,
          policy: policy,
          position: .child(of: parent, isCounted: isCounted),
          traits: traits
        )
      )
    )
  }

  private func admitted(_ changes: Machine.Changes) -> Admitted? {
    guard let (key, node, begins) = changes.launched else {
      refusal = changes.refusal?.reason
      return nil
    }
    let opensWindow = changes.windowOpener != nil
    return Admitted(key: key, node: node, begins: begins, opensWindow: opensWindow, replaced: taken(changes))
  }

  private func taken(_ changes: Machine.Changes) -> Taken {
    Taken(runs: changes.cancelled.map(\.run), started: changes.started, finished: changes.finished)
  }

  /// The result of the end of a throttle's window.
  struct WindowEnd: Equatable {
    var taken = Taken()
    var next: String?
  }

  func endWindow(of id: EffectID) -> WindowEnd {
    let end = machine.endWindow(of: id)
    return WindowEnd(taken: taken(end), next: end.windowOpener)
  }

  /// The second half of a completion: its action was handled.
  func finish(_ run: Admitted, isStream: Bool = false) -> Taken {
    taken(machine.finish(run.node, isStream: isStream))
  }

  func complete(_ run: Admitted?) -> Bool {
    run.map { machine.complete($0.key) } ?? false
  }

  /// The end of a run that causes nothing.
  @discardableResult
  func end(_ run: Admitted?, isStream: Bool = false) -> [String] {
    guard let run, complete(run) else { return [] }
    return machine.finish(run.node, isStream: isStream).finished
  }

  @discardableResult
  func cancel(_ ids: EffectID...) -> Taken {
    taken(machine.cancel(ids))
  }

  func cancelAll() -> Taken {
    taken(machine.cancelAll())
  }

  @discardableResult
  func cancelTree(_ node: NodeKey) -> Taken {
    taken(machine.cancelTree(node))
  }

  @discardableResult
  func close() -> Taken {
    taken(machine.close())
  }

  @discardableResult
  func stop() -> Taken {
    taken(machine.stop())
  }

  func start() {
    machine.start()
  }

  /// Whether a named composite program begins.
  func begin(_ id: EffectID, node: NodeKey) -> Bool {
    machine.begin(ScopeTree.NamedProgram(id, scope: nil, node: node)).program != nil
  }

  func wait(_ waiter: String, for node: NodeKey, _ scope: Machine.Scope, by run: Admitted? = nil) -> Bool {
    machine.addWaiter(waiter, to: node, scope: scope, run: run?.key)
  }

  func giveUp(_ waiter: String, from node: NodeKey, _ scope: Machine.Scope, by run: Admitted? = nil) {
    machine.remove(waiter, from: node, run: run?.key)
  }
}
