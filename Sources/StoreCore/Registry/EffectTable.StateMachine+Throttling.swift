extension EffectTable.StateMachine {
  /// A throttle's decision about a launch.
  enum Throttling {
    /// There is no throttle.
    case none
    /// It begins, as far as the throttle is concerned, and opens a window.
    case begins
    /// It is held until the window ends, and opens one if there is none.
    case holds
    /// It comes too early.
    case refuses
  }

  func throttling(of launch: LaunchRequest) -> Throttling {
    guard let id = launch.id, let edges = launch.edges else { return .none }
    guard windows[id] != nil else { return edges.isLeading ? .begins : .holds }
    return edges.isTrailing && !(edges.keepsFirst && runs.held(of: id) != nil) ? .holds : .refuses
  }

  /// Ends a throttle's window, and begins the next one with the held run, unless its policy refuses that.
  mutating func endWindow(of id: EffectID) -> Changes {
    var changes = Changes()
    guard windows[id] != nil, !isClosed, let key = runs.held(of: id), let run = runs.run(of: key), let held = runs[key],
      case .held(let policy) = held.status
    else {
      windows[id] = nil
      return changes
    }
    let names = names(of: id, policy, inside: held.container)
    if let refusal = refusal(of: names, inside: held.container) {
      windows[id] = nil
      takeOut(key, .refused(refusal.reason), &changes)
    } else {
      changes.windowOpener = run
      makeRoom(for: names, inside: held.container, besides: key, &changes)
      let (status, queue) = takeRoom(for: names, inside: held.container)
      runs.change(key, to: status, in: queue)
      if !status.isWaiting || breakWaitCycle(of: key, run, &changes) {
        if !held.container.isNone { containers.beginPrograms(around: held.container) { $0 != id } }
        changes.started.append(run)
      }
    }
    startDue(&changes)
    return changes
  }
}
