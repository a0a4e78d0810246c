import StoreTesting

@testable import Contacts

/// A service whose answers a test makes, and take a second on its clock.
struct Fake: Sendable {
  struct Offline: Error {}

  static let ada = Contact(id: 1, name: "Ada Lovelace", email: "ada@example.org")
  static let zoe = Contact(id: 2, name: "Zoë Müller", email: "zoe@example.org")
  static let card = ContactCard(phone: "1", note: "")

  /// The number of calls that fail before one succeeds.
  var failures = 0

  func service(on clock: TestClock) -> ContactService {
    let left = Countdown(failures)
    return ContactService(
      contacts: {
        try await clock.sleep(for: .seconds(1))
        if left.next() { throw Offline() }
        return [Fake.ada, Fake.zoe]
      },
      card: { _ in
        AsyncThrowingStream { continuation in
          continuation.yield(.progress(0.5))
          if left.next() {
            continuation.finish(throwing: Offline())
          } else {
            continuation.yield(.card(Fake.card))
            continuation.finish()
          }
        }
      },
      save: { _ in
        try await clock.sleep(for: .seconds(1))
        if left.next() { throw Offline() }
      },
      remove: { _ in
        try await clock.sleep(for: .seconds(1))
        if left.next() { throw Offline() }
      },
      saveFavourites: { _ in
        try await clock.sleep(for: .seconds(1))
        if left.next() { throw Offline() }
      }
    )
  }
}
