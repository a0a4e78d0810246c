/// The writes of one saver, which has one value or the rows of a collection.
///
/// Its calls may block. They are made one at a time, on the queue of a lane, except for `isPresent(_:)` and `adopt(_:)`, which
/// do not block.
package protocol SavedWriter: Sendable {
  /// What a save is given.
  associatedtype Value: Sendable
  /// What another process has saved.
  associatedtype Found: Sendable

  /// Writes what has changed since the last write.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - isAsked: Whether it has to be stored, even if it is the first one.
  /// - Returns: what it has come to.
  /// - Throws: why it is not stored.
  func write(_ value: Value, isAsked: Bool) throws(PersistenceFailure) -> SavedOutcome<Found>

  /// Finds what another process has saved since.
  func findOther() -> Found?

  /// Whether nothing was saved since something was found.
  func isPresent(_ found: Found) -> Bool

  /// Takes over what was found, once the store has been given it.
  func adopt(_ found: Found)
}

/// What a save has come to.
package enum SavedOutcome<Found: Sendable>: Sendable {
  /// The value is stored.
  case stored
  /// The value is stored, and the bytes of another process were set aside.
  case storedBesideTheirs
  /// What is stored was made of this process's value and another's.
  case resolved(Found)
}

/// What a saver has to know of the load before it.
package struct SavedLoad: Sendable {
  let id: String
  let lane: SaveLane
  /// Why nothing may be saved over what was found.
  let refusal: String?
  /// What is wrong with what was found.
  let damage: String?
  /// Whether what was loaded is not stored in this form yet.
  let isMigrated: Bool

  package init<Value>(_ id: String, _ lane: SaveLane, _ outcome: Loaded<Value>.Outcome, isMigrated: Bool) {
    self.id = id
    self.lane = lane
    self.isMigrated = isMigrated
    refusal = outcome.refusal
    damage = if case .damaged(let reason) = outcome { reason } else { nil }
  }
}
