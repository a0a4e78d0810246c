extension EffectTable.StateMachine {
  /// The interval of a throttled name, and what waits for its end.
  enum Window {
    case empty
    /// A launch, and the policy by which it begins.
    case holding(SlotKey, LaunchPolicy)
  }

  /// A throttle's decision about a launch.
  enum Throttling {
    /// There is no throttle.
    case none
    /// It begins, as far as the throttle is concerned, and opens a window.
    case begins
    /// It is held until the window ends, and opens one if there is none.
    case holds(opensWindow: Bool)
    /// It comes too early.
    case refuses

    /// Whether somebody has to see that the window ends.
    var opensWindow: Bool {
      switch self {
      case .begins, .holds(opensWindow: true): true
      case .none, .holds, .refuses: false
      }
    }
  }

  func throttling(of launch: LaunchRequest<Run>) -> Throttling {
    guard let id = launch.id, let edges = launch.edges else { return .none }
    guard let window = windows[id] else { return edges.isLeading ? .begins : .holds(opensWindow: true) }
    guard edges.isTrailing, !(edges.keepsFirst && holdsRun(window)) else { return .refuses }
    return .holds(opensWindow: false)
  }

  /// Whether something waits for the end of a window that was not cancelled.
  private func holdsRun(_ window: Window) -> Bool {
    if case .holding(let key, _) = window { runs[key] != nil } else { false }
  }

  /// Notes what a throttled launch does to the window of its name.
  mutating func noteWindow(of launch: LaunchRequest<Run>, _ key: SlotKey, _ throttling: Throttling) {
    guard let id = launch.id else { return }
    switch throttling {
    case .begins: windows[id] = .empty
    case .holds: windows[id] = .holding(key, launch.policy)
    case .none, .refuses: break
    }
  }

  /// The consequences of the end of a throttle's window.
  package struct WindowEnd {
    /// The held run, if it has begun the next window, which has to be ended in turn.
    package fileprivate(set) var next: Run?
    /// Whether it begins before its turn, because it would wait for itself.
    package fileprivate(set) var isBeforeTurn = false
    /// The held run, if it begins, and the runs that make place for it; or the one that is refused.
    package fileprivate(set) var changes = Changes()
  }

  /// Ends a throttle's window, and begins the next one with what was held, if its policy does not refuse that.
  package mutating func endWindow(of id: EffectID) -> WindowEnd {
    var end = WindowEnd()
    guard !isClosed, case .holding(let key, let policy)? = windows.removeValue(forKey: id), let held = runs[key] else {
      return end
    }
    if let reason = refusal(of: id, policy, inside: held.program) {
      takeOut([key], .refused(reason), &end.changes)
    } else {
      windows[id] = .empty
      makePlace(for: id, policy, inside: held.program, besides: key, &end.changes)
      runs.change(key, to: status(for: id, policy, inside: held.program))
      let turn = takeTurn(key, &end.changes)
      if turn.begins { end.changes.started.append(held.run) }
      end.isBeforeTurn = turn.isBeforeTurn
      end.next = held.run
    }
    startDue(&end.changes)
    return end
  }
}
