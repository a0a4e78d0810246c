/// The service that the samples' middleware tracks actions with.
@MainActor
enum Analytics {
  /// What was tracked, by whoever has emptied it before.
  static var events: [(name: String, properties: [String: Any])] = []

  static func track(_ name: String, properties: [String: Any]) {
    events.append((name, properties))
  }
}
