/// What any thread can know of a store's turnstile.
struct TurnstileRecord: Sendable {
  /// The action whose handler has suspended, and the handler's task.
  var handling: (node: SlotKey, task: Task<Void, Never>)?
  /// The actions that wait for their turn, and whether they wait for the effects of others too.
  var queued: [SlotKey: Bool] = [:]
  /// The actions whose effects hold the store.
  var holding: Set<SlotKey> = []
  /// How long somebody may wait for one of them before that is reported; `nil` in a store without a turnstile.
  var patience: Duration?
}
