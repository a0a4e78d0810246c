import ElmEngine
import StorePersistence

// A step of a migration ends where the one before it begins, and what was not loaded cannot be saved over.

private nonisolated struct Page: Codable, Sendable {
  var number: Int
}

private func makeSaved() {
  let saved = Saved("page", version: 3, Page.self)
    .migrating(from: 2, Int.self) { Page(number: $0) }
  _ = saved.migrating(from: 1, String.self) { text in
    Page(number: text.count)  // ❌ Error: "cannot convert value of type 'Page' to closure result type 'Int'"
  }
}

@MainActor
private func save(_ store: Store<Page, Int>, _ loaded: Loaded<Int>) {
  store.persist(\.number, as: loaded)
  store.persist(\.self, as: loaded)  // ❌ Error: "to expected argument type 'KeyPath<Page, Int>'"
}
