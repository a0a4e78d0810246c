import EffectViewEngine
import ElmEngine
import FeatureEngine
import ReduxBridge
import StoreSimulation
import SwiftUI
import Testing

@testable import Contacts

/// The views of the example, unchanged, with a service on a test's clock.
@MainActor
@Suite struct ContactsTests {
  private let bench = TestBench()

  private static let ada = Contact(id: 1, name: "Ada", email: "ada@example.org")
  private static let zoe = Contact(id: 2, name: "Zoë", email: "zoe@example.org")

  private struct Refused: Error {}

  /// A service that answers after a second, and saves no name of one letter.
  private var service: ContactService {
    let clock = bench.clock
    return ContactService(
      contacts: {
        try await clock.sleep(for: .seconds(1))
        return await [Self.ada, Self.zoe]
      },
      card: { id in
        AsyncThrowingStream { continuation in
          continuation.yield(.card(ContactCard(phone: "\(id)\(id)", note: "A note")))
          continuation.finish()
        }
      },
      save: { contact in
        try await clock.sleep(for: .seconds(1))
        if contact.name.count == 1 { throw Refused() }
      },
      remove: { _ in try await clock.sleep(for: .seconds(1)) },
      saveFavourites: { _ in try await clock.sleep(for: .seconds(1)) }
    )
  }

  private func open() async -> (HeadlessWindow, ContactsModel) {
    let model = ContactsModel(service: service, options: bench.options)
    let window = HeadlessWindow { NavigationStack { ContactListView(model: model) } }
    await bench.clock.advance(by: .seconds(1))
    window.update()
    return (window, model)
  }

  @Test func `the app opens with its list, and begins a sync`() {
    let window = HeadlessWindow(ContactsApp())
    window.update()
    #expect(window.title == "Contacts")
    #expect(window.texts.contains("Cancel"))
    window.close()
    #expect(window.messages == [])
  }

  @Test func `the list shows what the sync has brought`() async {
    let (window, model) = await open()
    #expect(window.texts.filter { ["Ada", "Zoë"].contains($0) } == ["Ada", "Zoë"])
    #expect(model.sync.state.phase == .synced)
    #expect(window.messages == [])
  }

  @Test func `a search narrows the list`() async throws {
    let (window, _) = await open()
    try window.type("zo", into: "Search")
    window.update()
    #expect(try window.text(in: "Search") == "zo")
    #expect(window.texts.contains("Ada"))
    await bench.clock.advance(by: ContactList.debounce)
    window.update()
    #expect(!window.texts.contains("Ada"))
    #expect(window.texts.contains("Zoë"))
    #expect(window.messages == [])
  }

  @Test func `details exist while their screen is shown`() async throws {
    let (window, model) = await open()
    try window.tap("Ada")
    window.update()
    #expect(window.title == "Ada")
    let details = try #require(model.details.store)
    await bench.executor.settle()
    window.update()
    #expect(window.texts.contains("11"))
    try window.tap("Add to favourites")
    await bench.clock.advance(by: .seconds(1))
    window.update()
    #expect(window.texts.contains("Remove from favourites"))
    var married = Self.ada
    married.name = "Ada King"
    model.list.send(.contactsChanged([married, Self.zoe]))
    window.update()
    #expect(window.title == "Ada King")
    #expect(model.details.store === details)
    try window.goBack()
    window.update()
    #expect(model.details.store == nil)
    #expect(window.title == "Contacts")
    #expect(window.images == ["star.fill"])
    #expect(window.texts.contains("11"))
    #expect(window.messages == [])
  }

  @Test func `a name is edited in a sheet, which a swipe and a button close`() async throws {
    let (window, model) = await open()
    try window.tap("Ada")
    window.update()
    // The card comes, whose download another button cancels.
    await bench.executor.settle()
    window.update()
    for close in [{ try window.dismiss() }, { try window.tap("Cancel") }] {
      try window.tap("Edit")
      window.update()
      try window.type("Ada King", into: "Name")
      window.update()
      try close()
      window.update()
      #expect(model.list.editor == nil)
      #expect(throws: HeadlessWindow.NotFound.self) { try window.text(in: "Name") }
    }
    try window.tap("Edit")
    window.update()
    #expect(try window.text(in: "Name") == "Ada")
    try window.type(" ", into: "Name")
    window.update()
    #expect(throws: HeadlessWindow.NotFound.self) { try window.tap("Save") }
    try window.type("Ada King", into: "Name")
    window.update()
    try window.tap("Save")
    await bench.clock.advance(by: .seconds(1))
    window.update()
    #expect(window.title == "Ada King")
    #expect(throws: HeadlessWindow.NotFound.self) { try window.text(in: "Name") }
    #expect(window.messages == [])
  }

  @Test func `an alert says that a name could not be saved`() async throws {
    let (window, model) = await open()
    try window.tap("Ada")
    window.update()
    try window.tap("Edit")
    window.update()
    try window.type("A", into: "Name")
    window.update()
    try window.tap("Save")
    try window.goBack()
    await bench.clock.advance(by: .seconds(1))
    window.update()
    #expect(window.texts.contains("The name could not be saved."))
    try window.tap("OK")
    window.update()
    #expect(model.list.failure == nil)
    #expect(!window.texts.contains("The name could not be saved."))
    #expect(window.messages == [])
  }

  @Test func `a removal is undone`() async throws {
    let (window, _) = await open()
    #expect(throws: HeadlessWindow.NotFound.self) { try window.tap("Undo") }
    try window.tap("Remove", at: 1)
    window.update()
    #expect(!window.texts.contains("Zoë"))
    try window.tap("Undo")
    window.update()
    #expect(window.texts.contains("Zoë"))
    #expect(window.messages == [])
  }

  @Test func `one contact's change evaluates one row`() async throws {
    let (window, model) = await open()
    let rows = window.bodies(of: ContactRow.self)
    let lists = window.bodies(of: ContactRows.self)
    var married = Self.ada
    married.name = "Ada King"
    model.list.send(.contactsChanged([married, Self.zoe]))
    window.update()
    #expect(window.texts.contains("Ada King"))
    #expect(window.bodies(of: ContactRow.self) == rows + 1)
    #expect(window.bodies(of: ContactRows.self) == lists)
  }

  @Test func `a refresh shows its spinner until the sync has ended, whatever is evaluated meanwhile`() async throws {
    let (window, model) = await open()
    try window.refresh()
    for await phase in model.sync.values(of: \.phase) where phase == .syncing { break }
    // Its body is evaluated again.
    model.list.send(.typed("a"))
    window.update()
    await bench.executor.settle()
    #expect(window.isRefreshing)
    await bench.clock.advance(by: .seconds(1))
    #expect(model.sync.state.phase == .synced)
    await window.waitForRefresh()
    #expect(!window.isRefreshing)
    #expect(window.messages == [])
  }

  @Test func `the models are released with the window`() async throws {
    weak var list: ContactListStore?
    weak var sync: ContactSyncStore?
    do {
      let (window, model) = await open()
      (list, sync) = (model.list, model.sync)
      try window.tap("Ada")
      window.update()
      await bench.executor.settle()
      window.update()
      window.close()
      #expect(window.texts == [])
    }
    await bench.executor.settle()
    #expect(list == nil)
    #expect(sync == nil)
  }
}
