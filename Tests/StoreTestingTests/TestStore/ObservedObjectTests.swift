import FeatureEngine
import Observation
import StoreTesting
import Testing

/// Test stores that observe objects, directly or inside other values.
@MainActor
@Suite struct ObservedObjectTests {
  @Observable
  @MainActor
  final class Row: Equatable {
    var title = "a"

    nonisolated static func == (first: Row, second: Row) -> Bool { first === second }
  }

  struct List: Feature {
    @Observable
    @MainActor
    final class State {
      var rows = [Row()]
      var names = ["first": Row()]
      var selected: Row? = Row()
      var columns: [[Row]?] = [[Row()]]
    }

    enum Action: Equatable {
      case rename
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, state in
        for row in state.rows { row.title = "b" }
        return .none
      }
    }
  }

  /// The reports of a test store that is made at a line.
  private func told<Observed: Equatable>(
    observing observe: @escaping @MainActor (List.State) -> Observed,
    line: UInt = #line
  ) async -> [String] {
    let reports = await reports {
      let store = TestStore(observing: observe, line: line) {
        Store(initialState: List.State(), feature: List(), options: $0)
      }
      await store.send(.rename)
      await store.finish()
    }
    #expect(reports.allSatisfy { $0.line == line })
    return reports.map(\.text)
  }

  // A row was renamed, and the step without a closure passed.
  @Test func `observing objects in an array is reported where the test store is made`() async {
    #expect(
      await told { $0.rows } == [
        """
        A test store observes a 'Array<Row>', whose 'Row' is an object.

        An object does not keep its old state: its state before an action cannot be compared with the one after.

        Take values out of the objects: 'TestStore(store, observing: { $0.rows.map(\\.title) })'.
        """
      ]
    )
  }

  @Test func `observing objects in optionals, dictionaries and nested collections is reported, too`() async {
    #expect(await told { $0.selected }.count == 1)
    #expect(await told { $0.names }.count == 1)
    #expect(await told { $0.columns }.count == 1)
  }

  @Test func `values of objects are compared`() async {
    let executor = TestExecutor()
    let rows = Store(initialState: List.State(), feature: List(), options: StoreOptions(executor: executor))
    let store = TestStore(rows, observing: { $0.rows.map(\.title) })
    await store.send(.rename) { $0 = ["b"] }
    await store.finish()
  }
}
