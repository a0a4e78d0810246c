package import StoreCore

/// The smallest engine whose handler may suspend: its state is the list of the actions it has handled.
///
/// An action is in the list once its handler has returned.
@MainActor
package final class SuspendingStore<Action: Sendable>: StoreEngine {
  private let box: StateBox<[Action]>
  package nonisolated let runtime: Runtime<Action>

  package init(
    _ type: Action.Type = Action.self,
    options: StoreOptions = StoreOptions(),
    ordering: ActionOrdering = .concurrent,
    script: @escaping @MainActor (Action) async -> EffectProgram<Action>
  ) {
    let options = options.ofTest
    let box = StateBox<[Action]>([], options: options)
    self.box = box
    runtime = Runtime(options: options, ordering: ordering) { action async in
      let program = await script(action)
      var state = box.take()
      state.append(action)
      box.put(state)
      return program
    }
  }

  package var state: [Action] { box.value }

  @discardableResult
  package func subscribe(_ receive: @escaping @MainActor ([Action]) -> Void) -> StoreSubscription {
    box.subscribe(receive)
  }
}
