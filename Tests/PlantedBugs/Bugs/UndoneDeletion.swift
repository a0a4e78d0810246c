import ElmEngine
import ReduxBridge
import StoreSimulation

/// A row is deleted from the server after five seconds, in which it can be restored; so can one that is being deleted.
extension PlantedBug {
  static let undoneDeletion = PlantedBug(
    name: "undo that brings back a deleted child",
    plays: [
      (
        "elm",
        { bench, isMended in
          let server = Shared<Set<Int>>([1, 2])
          await UndoneDeletion.play(UndoneDeletion.elm(bench, server, isMended), bench, server)
        }
      ),
      (
        "redux",
        { bench, isMended in
          let server = Shared<Set<Int>>([1, 2])
          await UndoneDeletion.play(UndoneDeletion.redux(bench, server, isMended), bench, server)
        }
      ),
    ]
  )
}

@MainActor
private enum UndoneDeletion {
  struct State {
    var rows: Set<Int> = [1, 2]
    var deleted: Int?
  }

  enum Action: Sendable {
    case deleteTapped(Int)
    case deleting
    case deletionEnded
    case undoTapped
  }

  /// What the action asks for.
  enum Request {
    case nothing
    case delete(Int)
    case cancel
  }

  nonisolated static func reduce(_ state: inout State, _ action: Action) -> Request {
    switch action {
    case .deleteTapped(let row):
      state.rows.remove(row)
      state.deleted = row
      return .delete(row)
    case .deleting, .deletionEnded:
      state.deleted = nil
      return .nothing
    case .undoTapped:
      guard let row = state.deleted else { return .nothing }
      state.rows.insert(row)
      state.deleted = nil
      return .cancel
    }
  }

  /// The fixed version removes the undo before it deletes.
  nonisolated static func deletion(of row: Int, _ server: Shared<Set<Int>>, _ isMended: Bool) -> EffectProgram<Action> {
    let delete = EffectProgram<Action>.task {
      server.change { $0.remove(row) }
      return .deletionEnded
    }
    let program =
      isMended ? .sequence([.emit(.deleting).delay(for: .seconds(5)), delete]) : delete.delay(for: .seconds(5))
    return program.cancellable(id: "delete")
  }

  static func elm(_ bench: TestBench, _ server: Shared<Set<Int>>, _ isMended: Bool) -> ElmEngine.Store<State, Action> {
    ElmEngine.Store(initialState: State(), options: bench.options) { (state: inout State, action: Action) in
      switch reduce(&state, action) {
      case .nothing: .none
      case .delete(let row): .program(deletion(of: row, server, isMended))
      case .cancel: .cancel("delete")
      }
    }
  }

  struct List: FeatureType {
    let server: Shared<Set<Int>>
    let isMended: Bool

    func reduce(into state: inout State, action: Action) async {
      _ = UndoneDeletion.reduce(&state, action)
    }

    func effect(of action: Action, state: State) -> EffectProgram<Action> {
      switch action {
      case .deleteTapped(let row): UndoneDeletion.deletion(of: row, server, isMended)
      case .undoTapped where state.rows.count == 2: .cancel(.id("delete"))
      case .undoTapped, .deleting, .deletionEnded: .none
      }
    }
  }

  static func redux(_ bench: TestBench, _ server: Shared<Set<Int>>, _ isMended: Bool) -> ReduxBridge.Store<List> {
    ReduxBridge.Store(feature: List(server: server, isMended: isMended), initialState: State(), options: bench.options)
  }

  static func play<Engine: StoreEngine<State, Action>>(
    _ store: Engine,
    _ bench: TestBench,
    _ server: Shared<Set<Int>>
  ) async {
    bench.finally(store, "the server has the rows that are shown") { $0.rows == server.value }
    await bench.step("deletes a row") { store.send(.deleteTapped(1)) }
    await bench.step("taps Undo", at: .milliseconds(5_500)) { store.send(.undoTapped) }
  }
}
