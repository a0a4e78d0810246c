import ElmEngine
import StoreTesting
import Testing

@testable import Contacts

@MainActor
@Suite struct ContactListTests {
  @Test func `a search waits for the typing to end and finds names and addresses`() async {
    let list = TestStore { ContactList.makeStore(options: $0) }
    await list.send(.contactsChanged([Fake.ada, Fake.zoe])) { $0.contacts = [Fake.ada, Fake.zoe] }
    await list.send(.typed("z")) { $0.query = "z" }
    await list.send(.typed("zoe")) { $0.query = "zoe" }
    await list.clock.advance(by: ContactList.debounce)
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
    let list = TestStore { ContactList.makeStore(options: $0) }
    await list.send(.typed("ada")) { $0.query = "ada" }
    await list.clock.advance(by: ContactList.debounce)
    await list.receive(.found([])) { $0.matches = [] }
    await list.send(.contactsChanged([Fake.ada])) { $0.contacts = [Fake.ada] }
    await list.receive(.found([Fake.ada])) { $0.matches = [Fake.ada] }
    await list.finish()
  }
}
