/// The service that the samples' middleware tracks actions with.
@MainActor
enum Analytics {
  /// The events tracked since a test last emptied the list.
  static var events: [(name: String, properties: [String: Any])] = []

  static func track(_ name: String, properties: [String: Any]) {
    events.append((name, properties))
  }
}
