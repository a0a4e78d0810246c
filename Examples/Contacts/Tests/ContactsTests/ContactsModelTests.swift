import EffectViewEngine
import ElmEngine
import FeatureEngine
import GRDB
import ReduxBridge
import StoreDatabase
import StoreTesting
import Testing

@testable import Contacts

@MainActor
@Suite struct ContactsModelTests {
  private let bench = TestBench()

  private func makeModel(failures: Int = 0, storage: DatabaseStorage? = nil) -> ContactsModel {
    ContactsModel(
      service: Fake(failures: failures).service(on: bench.clock),
      storage: storage,
      options: bench.options
    )
  }

  @Test func `what a sync brings is in the list`() async {
    let model = makeModel()
    model.sync.send(.sync)
    #expect(model.sync.state.phase == .syncing)
    #expect(model.list.state.contacts == [])
    await bench.clock.advance(by: .seconds(1))
    #expect(model.sync.state.phase == .synced)
    #expect(model.list.state.contacts == [Fake.ada, Fake.zoe])
  }

  @Test func `what a sync has brought is there when the app is opened again`() async throws {
    let database = try DatabaseQueue()
    let storage = try DatabaseStorage(database)
    do {
      let model = makeModel(storage: storage)
      #expect(model.list.state.visible == [])
      model.sync.send(.sync)
      await bench.clock.advance(by: .seconds(1))
      try await model.saving?.save()
    }
    let model = makeModel(storage: storage)
    #expect(model.list.state.visible == [Fake.ada, Fake.zoe])
    try await database.write { try $0.execute(sql: "DROP TABLE store_rows") }
    model.list.send(.saved(Contact(id: 1, name: "Ada King", email: "")))
    await #expect(throws: PersistenceFailure.self) { try await model.saving?.save() }
    await bench.executor.settle()
    #expect(model.list.failure?.hasPrefix("The contacts could not be kept: ") == true)
  }

  @Test func `a sync is tried three times`() async {
    let model = makeModel(failures: 2)
    model.sync.send(.sync)
    await bench.clock.advance(by: .seconds(20))
    #expect(model.sync.state.phase == .synced)
    let offline = makeModel(failures: 3)
    offline.sync.send(.sync)
    await bench.clock.advance(by: .seconds(20))
    #expect(offline.sync.state.phase == .failed("Offline()"))
  }

  @Test func `a sync that was asked for twice runs once`() async {
    let model = makeModel()
    model.sync.send(.sync)
    await bench.clock.advance(by: .milliseconds(500))
    model.sync.send(.sync)
    await bench.clock.advance(by: .milliseconds(500))
    #expect(model.sync.state.phase == .synced)
    #expect(model.sync.runningTaskCount == 0)
  }

  @Test func `a cancelled sync changes nothing`() async {
    let model = makeModel()
    model.sync.send(.sync)
    model.sync.send(.cancel)
    await bench.clock.advance(by: .seconds(60))
    #expect(model.sync.state.phase == .idle)
    #expect(model.list.state.contacts == [])
  }

  @Test func `a contact that is opened has details, which end when it is closed`() async {
    let model = makeModel()
    model.list.send(.contactsChanged([Fake.ada, Fake.zoe]))
    #expect(model.details.store == nil)
    model.list.send(.opened(1))
    let details = model.details.store
    #expect(details?.state == ContactDetails(contact: Fake.ada, card: .loading(0)))
    // The close of the previous contact comes late.
    model.list.send(.closed(2))
    #expect(model.details.store === details)
    model.list.send(.closed(1))
    #expect(model.details.store == nil)
    #expect(details?.runningTaskCount == 0)
    await bench.executor.settle()
    #expect(details?.state.card == .loading(0))
    #expect(model.list.state.phones == [:])
  }

  @Test func `the list has the phone number of a card that was downloaded`() async {
    let model = makeModel()
    model.list.send(.contactsChanged([Fake.ada, Fake.zoe]))
    model.list.send(.opened(1))
    await bench.executor.settle()
    #expect(model.details.store?.card == .loaded(Fake.card))
    #expect(model.list.phones == [1: Fake.card.phone])
    model.list.send(.opened(2))
    #expect(model.details.store?.state == ContactDetails(contact: Fake.zoe, card: .loading(0)))
  }

  @Test func `details follow the list, and end with their contact`() {
    let model = makeModel()
    model.list.send(.contactsChanged([Fake.ada]))
    model.list.send(.opened(1))
    let details = model.details.store
    var married = Fake.ada
    married.name = "Ada King"
    model.list.send(.contactsChanged([married]))
    #expect(model.details.store === details)
    #expect(details?.contact == married)
    model.list.send(.contactsChanged([Fake.zoe]))
    #expect(model.details.store == nil)
  }

  @Test func `the details of a contact that is removed end`() async {
    let model = makeModel()
    model.list.send(.contactsChanged([Fake.ada]))
    model.list.send(.opened(1))
    model.list.send(.removed(1))
    #expect(model.details.store == nil)
    #expect(model.list.scopes(\.visible) { _, action in action }.isEmpty)
    model.list.send(.undo)
    #expect(model.list.scopes(\.visible) { _, action in action }.map(\.state) == [Fake.ada])
  }

  @Test func `favourites are saved one after another`() async {
    let model = makeModel()
    model.favourites.send(action: .toggled(1))
    model.favourites.send(action: .toggled(2))
    model.favourites.send(action: .toggled(1))
    await bench.clock.advance(by: .seconds(2))
    #expect(model.favourites.state.ids == [1, 2])
    await bench.clock.advance(by: .seconds(1))
    #expect(model.favourites.state == Favourites.State(ids: [2]))
  }

  @Test func `a favourite that was not saved is none`() async {
    let model = makeModel(failures: 1)
    model.favourites.send(action: .toggled(1))
    await bench.clock.advance(by: .seconds(1))
    #expect(model.favourites.state == Favourites.State(failure: "Offline()"))
  }
}
