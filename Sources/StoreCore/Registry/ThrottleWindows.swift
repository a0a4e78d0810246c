/// The intervals of throttled names that have begun and not ended, and which launch each of them holds back.
///
/// Pure decisions: whoever opens a window has to see that it ends.
///
/// - Complexity: O(1) for each operation, besides hashing the name.
package struct ThrottleWindows<Launch> {
  private enum Window {
    case empty
    case holding(Launch)
  }

  /// What to do about a launch.
  package enum Decision: Equatable {
    /// It begins at once, and opens a window.
    case begin
    /// It is held until the window ends, and opens one if there is none.
    case hold(opensWindow: Bool)
    /// It comes too early.
    case refuse

    /// Whether somebody has to see that the window ends.
    var opensWindow: Bool {
      switch self {
      case .begin: true
      case .hold(let opensWindow): opensWindow
      case .refuse: false
      }
    }
  }

  private var windows: [EffectID: Window] = [:]

  package init() {}

  /// Whether no window is open.
  package var isEmpty: Bool { windows.isEmpty }

  /// What a launch would meet; nothing is changed by asking.
  package func decision(for id: EffectID, edges: ThrottleEdges) -> Decision {
    let isOpen = windows[id] != nil
    switch edges {
    case .leading: return isOpen ? .refuse : .begin
    case .trailing: return .hold(opensWindow: !isOpen)
    case .both: return isOpen ? .hold(opensWindow: false) : .begin
    }
  }

  /// Opens a window that holds nothing.
  package mutating func open(_ id: EffectID) {
    windows[id] = .empty
  }

  /// Holds a launch in the window of its name, opening one if there is none, in place of what was held before.
  package mutating func hold(_ launch: Launch, in id: EffectID) {
    windows[id] = .holding(launch)
  }

  /// What is held in the window of a name.
  package func held(in id: EffectID) -> Launch? {
    if case .holding(let launch)? = windows[id] { launch } else { nil }
  }

  /// Ends a window.
  ///
  /// What it held begins the next one, unless the caller finds that it has gone; then it calls ``close(_:)``.
  ///
  /// - Returns: what was held. Without it the name's window is closed.
  package mutating func end(_ id: EffectID) -> Launch? {
    let launch = held(in: id)
    windows[id] = launch == nil ? nil : .empty
    return launch
  }

  /// Closes a window, so that the next launch of its name comes as the first.
  package mutating func close(_ id: EffectID) {
    windows[id] = nil
  }
}
