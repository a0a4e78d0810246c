import ElmEngine
import Observation
import StoreTesting
import Testing
import _StoreTestSupport

/// Parts inside scopes with a comparison of their own, and inside objects.
@MainActor
@Suite struct ComparedElementTests {
  private struct Row: Equatable, Identifiable {
    let id: Int
    var revision = 0
    var title = ""
    var detail: [String]? = []
  }

  @Observable
  fileprivate final class Model: Equatable {
    var title = "a"
    var draft: Int?

    nonisolated static func == (lhs: Model, rhs: Model) -> Bool { lhs === rhs }
  }

  private struct Table {
    var rows = [Row(id: 1), Row(id: 2)]
    let model = Model()
  }

  private typealias Change = @MainActor @Sendable (inout Table) -> Void

  private static func makeStore() -> Store<Table, Change> {
    Store(initialState: Table()) { (table: inout Table, change: Change) in
      change(&table)
      return .none
    }
  }

  private let store = Self.makeStore()

  private func haveSameRevision(_ former: Row, _ new: Row) -> Bool { former.revision == new.revision }

  @Test(arguments: [true, false])
  func `a part of an element is notified though the element is the same to its comparison`(isAlone: Bool) throws {
    let alone = store.scope(
      ChildList(\.rows) {
        $1 as Change
      } extract: { _ in
        nil
      },
      element: 1,
      by: haveSameRevision
    )
    let all = store.scopes(
      ChildList(\.rows) {
        $1 as Change
      } extract: { _ in
        nil
      },
      by: haveSameRevision
    )
    let row = try #require(isAlone ? alone : all.first)
    let (title, whole) = (Counter(), Counter())
    withObservationTracking {
      _ = row.title
    } onChange: {
      title.add()
    }
    withObservationTracking {
      _ = row.state
    } onChange: {
      whole.add()
    }
    store.send { $0.rows[0].title = "b" }
    #expect(row.title == "b")
    #expect([title.value, whole.value] == [1, 0])
    let detail = try #require(row.scope(\.detail) { $0 })
    store.send { $0.rows[0].detail = nil }
    #expect(detail.hasDeparted && detail.state == [])
    store.send { $0.rows[0].revision = 1 }
    #expect(whole.value == 1)
  }

  // MARK: Objects

  @Test func `a property of an object in a scope is read by its name`() {
    let model = store.scope(\.model) { $0 as Change }
    let title = Counter()
    withObservationTracking {
      _ = model.title
    } onChange: {
      title.add()
    }
    model.state.title = "b"
    #expect(model.title == "b" && title.value == 1)
  }

  // Its parts were compared with themselves.
  @Test(arguments: ["scope", "optional", "child"])
  func `a scope whose state is an object has no scopes and no children`(kind: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [kind] in
      await MainActor.run {
        let model = Self.makeStore().scope(\.model) { $0 as Change }
        switch kind {
        case "scope": _ = model.scope(\.title) { $0 }
        case "optional": _ = model.scope(\.draft) { $0 }
        default: _ = model.child(\.draft) { _ in Self.makeStore() }
        }
      }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Asked for a part of a state that is an object, Model"))
  }
}
