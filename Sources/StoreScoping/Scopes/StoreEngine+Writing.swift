package import StoreCore

extension StoreEngine {
  /// Sends an action for a value that a view has written, unless this is the scope of a child that has departed.
  ///
  /// SwiftUI also writes to the bindings of a view that has disappeared, as when its field loses the focus. That is not
  /// a mistake in the app, so no issue is reported.
  @discardableResult
  package func sendWritten(_ action: Action, at location: CallSite) -> SendHandle {
    hasDeparted ? SendHandle() : send(action, at: location)
  }

  private var hasDeparted: Bool { (self as? any LensChild).map { $0.presentState == nil } ?? false }

  /// Sends the action of a dismissal; if it has to wait, only if what it closes is still present in its turn.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - location: The place where the binding was made.
  ///   - isPresent: Whether what is dismissed is still present.
  /// - Returns: A function that returns whether the action is still to be handled.
  func sendDismissal(
    _ action: Action,
    at location: CallSite,
    isPresent: @escaping @MainActor () -> Bool
  ) -> @MainActor () -> Bool {
    guard !hasDeparted else { return { false } }
    guard !runtime.core.handlesAtOnce else {
      let handle = send(action, at: location)
      return { handle.isUnhandled }
    }
    // What is handled before may replace it.
    let turn = DismissalTurn()
    let handle = launch(
      .deferred {
        guard isPresent() else { return .none }
        return .sequence([
          .emit(action),
          .deferred {
            turn.isOver = true
            return .none
          },
        ])
      },
      at: location
    )
    return { !turn.isOver && !handle.isFinished }
  }

  /// Sends an action for a value that a view has written to a part, which is shown until the action has been handled.
  package func write<Value>(
    _ value: Value,
    to keyPath: KeyPath<State, Value>,
    _ action: Action,
    at location: CallSite
  ) {
    let handle = sendWritten(action, at: location)
    if runtime.core.mayDefer { viewNotes.noteWrite(of: value, to: keyPath, handle) }
  }

  /// The value of a part for a view that may have written to it; a read inside an observation registers for the state.
  package func boundValue<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    let value = state[keyPath: keyPath]
    guard runtime.core.mayDefer else { return value }
    return viewNotes.written(to: keyPath) ?? value
  }
}

/// The turn of a dismissal that had to wait.
@MainActor
private final class DismissalTurn {
  var isOver = false
}
