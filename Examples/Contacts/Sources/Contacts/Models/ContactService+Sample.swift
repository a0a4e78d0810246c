extension ContactService {
  /// A service without a server: a few contacts, after the time that a server would take.
  static let sample = ContactService(
    contacts: {
      try await Task.sleep(for: .seconds(1))
      return [
        Contact(id: 1, name: "Ada Lovelace", email: "ada@example.org"),
        Contact(id: 2, name: "Grace Hopper", email: "grace@example.org"),
        Contact(id: 3, name: "Zoë Müller", email: "zoe@example.org"),
      ]
    },
    card: { id in
      AsyncThrowingStream { continuation in
        let task = Task {
          for step in 1...10 {
            try await Task.sleep(for: .milliseconds(100))
            continuation.yield(.progress(Double(step) / 10))
          }
          continuation.yield(.card(ContactCard(phone: "+44 20 7946 000\(id % 10)", note: "Writes programs.")))
          continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    },
    save: { _ in try await Task.sleep(for: .milliseconds(100)) },
    remove: { _ in try await Task.sleep(for: .milliseconds(100)) },
    saveFavourites: { _ in try await Task.sleep(for: .milliseconds(100)) }
  )
}
