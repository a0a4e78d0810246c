package import StoreCore
package import StoreScoping

/// The smallest engine: its state is the list of the actions it has handled, and a script says what each causes.
///
/// It is built on what StoreCore offers to every engine.
@MainActor
package final class ScriptStore<Action: Sendable>: ScopableStore {
  private let box: StateBox<[Action]>
  package nonisolated let runtime: Runtime<Action>

  package init(
    _ type: Action.Type = Action.self,
    options: StoreOptions = StoreOptions(),
    ordering: ActionOrdering = .concurrent,
    script: @escaping @MainActor (Action) -> EffectProgram<Action> = { _ in .none }
  ) {
    let options = options.ofTest
    let box = StateBox<[Action]>([], options: options)
    self.box = box
    runtime = Runtime(of: ScriptStore.self, options: options, ordering: ordering) { action in
      var state = box.take()
      state.append(action)
      let program = script(action)
      box.put(state)
      return program
    }
  }

  package var state: [Action] { box.value }
  package static func slices(of store: ScriptStore) -> StateSlices<[Action]> { store.box.slices }

  @discardableResult
  package func subscribe(_ receive: @escaping @MainActor ([Action]) -> Void) -> StoreSubscription {
    box.subscribe(receive)
  }
}
