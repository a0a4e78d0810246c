import ElmEngine
import StoreTesting
import Testing

@testable import Contacts

@MainActor
@Suite struct ContactListTests {
  private let bench = TestBench()

  private func makeList(failures: Int = 0) -> TestStore<ContactListStore, ContactList> {
    let service = Fake(failures: failures).service(on: bench.clock)
    return TestStore(ContactList.makeStore(service: service, options: bench.options))
  }

  @Test func `a search waits for the typing to end and finds names and addresses`() async {
    let list = makeList()
    await list.send(.contactsChanged([Fake.ada, Fake.zoe])) { $0.contacts = [Fake.ada, Fake.zoe] }
    await list.send(.typed("z")) { $0.query = "z" }
    await list.send(.typed("zoe")) { $0.query = "zoe" }
    await bench.clock.advance(by: ContactList.debounce)
    await list.receive(.found([Fake.zoe])) { $0.matches = [Fake.zoe] }
    #expect(list.store.state.visible == [Fake.zoe])
    await list.send(.typed("")) {
      $0.query = ""
      $0.matches = nil
    }
    #expect(list.store.state.visible == [Fake.ada, Fake.zoe])
    await list.finish()
  }

  @Test func `contacts that come during a search are searched too`() async {
    let list = makeList()
    await list.send(.typed("ada")) { $0.query = "ada" }
    await bench.clock.advance(by: ContactList.debounce)
    await list.receive(.found([])) { $0.matches = [] }
    await list.send(.contactsChanged([Fake.ada])) { $0.contacts = [Fake.ada] }
    await list.receive(.found([Fake.ada])) { $0.matches = [Fake.ada] }
    await list.finish()
  }

  @Test func `contacts that are removed go from the server after a while, together`() async {
    let list = makeList()
    await list.send(.contactsChanged([Fake.ada, Fake.zoe])) { $0.contacts = [Fake.ada, Fake.zoe] }
    await list.send(.removed(1)) {
      $0.removed = [1]
      $0.removals.record([])
    }
    #expect(list.store.state.visible == [Fake.zoe])
    await bench.clock.advance(by: .seconds(4))
    await list.send(.removed(2)) {
      $0.removed = [1, 2]
      $0.removals.record([1])
    }
    await bench.clock.advance(by: ContactList.grace + .seconds(1))
    await list.receive(.removalSaved([1, 2])) {
      $0.contacts = []
      $0.removed = []
      $0.removals.clear()
    }
    await list.finish()
  }

  /// The state's expected change after an undo.
  private func undone(_ list: inout ContactList) {
    var removed = list.removed
    list.removals.undo(&removed)
    list.removed = removed
  }

  @Test func `what is undone is shown again, and stays on the server`() async {
    let list = makeList()
    await list.send(.contactsChanged([Fake.ada, Fake.zoe])) { $0.contacts = [Fake.ada, Fake.zoe] }
    await list.send(.removed(1)) {
      $0.removed = [1]
      $0.removals.record([])
    }
    await list.send(.removed(2)) {
      $0.removed = [1, 2]
      $0.removals.record([1])
    }
    await list.send(.undo) { undone(&$0) }
    #expect(list.store.state.visible == [Fake.zoe])
    await list.send(.undo) { undone(&$0) }
    #expect(list.store.state.visible == [Fake.ada, Fake.zoe])
    #expect(!list.store.isTaskRunning(id: "removal"))
    await list.finish()
  }

  @Test func `a removal before the one that is undone is not forgotten`() async {
    let list = makeList()
    list.exhaustivity = .off
    await list.send(.contactsChanged([Fake.ada, Fake.zoe]))
    await list.send(.removed(1))
    await list.send(.removed(2))
    await list.send(.undo)
    await bench.clock.advance(by: ContactList.grace + .seconds(1))
    await list.receive(.removalSaved([1])) { $0.contacts = [Fake.zoe] }
    #expect(!list.store.state.removals.canUndo)
    await list.finish()
  }

  @Test func `contacts that the server does not remove are shown again`() async {
    let list = makeList(failures: 1)
    await list.send(.contactsChanged([Fake.ada])) { $0.contacts = [Fake.ada] }
    await list.send(.removed(1)) {
      $0.removed = [1]
      $0.removals.record([])
    }
    await bench.clock.advance(by: ContactList.grace + .seconds(1))
    await list.receive(.removalFailed) {
      $0.removed = []
      $0.removals.clear()
      $0.failure = "The contacts could not be removed."
    }
    await list.send(.failureRead) { $0.failure = nil }
    await list.finish()
  }

  @Test func `a sheet changes a name once the server has saved it`() async {
    let list = makeList()
    await list.send(.contactsChanged([Fake.ada])) { $0.contacts = [Fake.ada] }
    await list.send(.edit(1)) { $0.editor = ContactEditor(id: 1, name: "Ada Lovelace") }
    await list.send(.editor(.named(" "))) { $0.editor?.name = " " }
    await list.send(.editor(.done))
    await list.send(.editor(.named("Ada King"))) { $0.editor?.name = "Ada King" }
    await list.send(.editor(.done)) { $0.editor = nil }
    await bench.clock.advance(by: .seconds(1))
    var ada = Fake.ada
    ada.name = "Ada King"
    await list.receive(.saved(ada)) { $0.contacts = [ada] }
    await list.finish()
  }

  @Test func `a sheet that is dismissed, and one that cannot be saved, change nothing`() async {
    let list = makeList(failures: 1)
    await list.send(.contactsChanged([Fake.ada])) { $0.contacts = [Fake.ada] }
    await list.send(.edit(2))
    await list.send(.edit(1)) { $0.editor = ContactEditor(id: 1, name: "Ada Lovelace") }
    await list.send(.editorClosed) { $0.editor = nil }
    await list.send(.edit(1)) { $0.editor = ContactEditor(id: 1, name: "Ada Lovelace") }
    await list.send(.editor(.done)) { $0.editor = nil }
    await bench.clock.advance(by: .seconds(1))
    await list.receive(.savingFailed) { $0.failure = "The name could not be saved." }
    await list.finish()
  }
}
