import EffectViewEngine
import Observation
import StoreTesting
import Testing
import _StoreTestSupport

/// Scopes and parts of a host's state, wherever it is kept.
@MainActor
@Suite struct ScopedHostTests {
  private struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var text = ""
  }

  private struct Screen: Sendable {
    var title = "a"
    var editor: String?
    var rows = [Row(id: 1), Row(id: 2)]
  }

  private enum ScreenEvent: Sendable {
    case titled(String)
    case edited(String?)
    case row(Int, String)
    case nothing
  }

  private static func update(screen: inout Screen, event: ScreenEvent) -> Effect<ScreenEvent, Void>? {
    switch event {
    case .titled(let title): screen.title = title
    case .edited(let text): screen.editor = text
    case .row(let id, let text):
      for index in screen.rows.indices where screen.rows[index].id == id { screen.rows[index].text = text }
    case .nothing: break
    }
    return nil
  }

  private typealias Host = EffectHost<Screen, ScreenEvent, Void>

  /// Keeps a state for a host, as a view's owner does.
  @MainActor
  private final class Owner {
    var state = Screen()

    var accessor: StateAccessor<Screen> {
      StateAccessor {
        self.state
      } set: {
        self.state = $0
      }
    }
  }

  private func track(_ read: () -> Void) -> Counter {
    let counter = Counter()
    withObservationTracking(read) { counter.add() }
    return counter
  }

  @Test(arguments: [true, false])
  func `a part of a host's state is observed separately`(isOwn: Bool) {
    let owner = Owner()
    let host =
      isOwn
      ? Host(state: Screen(), update: Self.update) : Host(storage: owner.accessor, update: Self.update)
    let rows = host.scopes(\.rows) { .row($0, $1) }
    let title = track { _ = host.title }
    let row = track { _ = rows[1].text }
    let presence = track { _ = host.scope(\.editor) { .edited($0) } }
    host.send(.nothing)
    host.send(.row(1, "x"))
    #expect([title.value, row.value, presence.value] == [0, 0, 0])
    rows[1].send("y")
    host.send(.titled("b"))
    host.send(.edited("e"))
    #expect([title.value, row.value, presence.value] == [1, 1, 1])
    #expect(rows.map(\.text) == ["x", "y"])
    let editor = host.scope(\.editor) { (text: String) in .edited(text) }
    editor?.send("f")
    host.send(.edited(nil))
    #expect(editor?.state == "f")
    #expect(editor?.hasDeparted == true)
  }

  @Test(arguments: [true, false])
  func `a write from outside notifies observers of changed parts only`(isOwn: Bool) {
    let owner = Owner()
    let host =
      isOwn
      ? Host(state: Screen(), update: Self.update) : Host(storage: owner.accessor, update: Self.update)
    let title = track { _ = host.title }
    let row = track { _ = host.rows }
    host.state.rows[0].text = "x"
    #expect([title.value, row.value] == [0, 1])
    host.state.title = "b"
    #expect([title.value, row.value] == [1, 1])
  }

  @Test func `events on their way are handled before an owner's write past the host is announced`() {
    let owner = Owner()
    let host = Host(storage: owner.accessor, update: Self.update)
    var titles: [String] = []
    host.subscribe { titles.append($0.title) }
    host.input(.titled("b"))
    host.stateWasWrittenExternally()
    #expect(titles == ["b", "b"])
  }

  @Test func `an owner's write past the host is announced when it is reported to the host`() {
    let owner = Owner()
    let host = Host(storage: owner.accessor, update: Self.update)
    owner.state.editor = "e"
    let editor = host.scope(\.editor) { (text: String) in .edited(text) }
    let title = track { _ = host.title }
    let text = track { _ = editor?.state }
    owner.state.title = "b"
    host.stateWasWrittenExternally()
    #expect([title.value, text.value] == [1, 0])
    owner.state.editor = nil
    #expect(editor?.state == "e")
    host.stateWasWrittenExternally()
    #expect(editor?.hasDeparted == true)
    #expect(editor?.state == "e")
  }

  // The older change notified it once more, with the value of the newer one.
  @Test(arguments: [true, false])
  func `subscribers called after one that writes are notified of its write once`(isOwn: Bool) {
    let owner = Owner()
    let host =
      isOwn
      ? Host(state: Screen(), update: Self.update) : Host(storage: owner.accessor, update: Self.update)
    let title = host.scope(\.title) { .titled($0) }
    title.subscribe { [weak host] _ in host?.state.rows[0].text = "y" }
    let rows = host.scopes(\.rows) { .row($0, $1) }
    var heard: [String] = []
    rows[0].subscribe { heard.append($0.text) }
    host.state = Screen(title: "b", rows: [Row(id: 1, text: "x"), Row(id: 2)])
    #expect(heard == ["y"])
    host.send(.row(1, "z"))
    #expect(heard == ["y", "z"])
  }
}
