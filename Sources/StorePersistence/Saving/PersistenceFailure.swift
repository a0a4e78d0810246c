/// A failure to save a value.
///
/// The record that was saved before is intact.
public struct PersistenceFailure: Error, Sendable {
  /// The reasons.
  public enum Reason: Sendable {
    /// What was loaded may not be overwritten, for the given reason.
    case refused(String)
    /// What was loaded is damaged, for the given reason. Its bytes are set aside as a copy before the first save.
    case damaged(String)
    /// A living store saves a value under the same id.
    case alreadySaved
    /// The value cannot be encoded; it is tried again when the state has changed, after a pause.
    case encoding(any Error)
    /// Two rows have one id, which is given as JSON; nothing is written until the rows have changed.
    case duplicateRow(String)
    /// The storage could not write; it is tried again after a pause.
    case storage(any Error)
    /// Another process had written the record. Its bytes were set aside as a copy, and this process's value was saved.
    case conflict
    /// There are too many copies of the record to set another one aside; it is tried again after a pause.
    case tooManyCopies
    /// The store has no state that can be read.
    case noState
    /// It was asked for inside a handler, which has the state.
    case insideHandler
    /// Saving was cancelled, or its store has ended.
    case ended
  }

  /// The id of the value.
  public let id: String
  /// The reason.
  public let reason: Reason

  package init(id: String, reason: Reason) {
    self.id = id
    self.reason = reason
  }
}

extension PersistenceFailure: CustomStringConvertible {
  /// A sentence with the id and the reason.
  public var description: String {
    switch reason {
    case .refused(let reason):
      "'\(id)' is not saved, as \(reason). Look at the outcome of the load, and save under another id to go on without it."
    case .damaged(let reason):
      """
      '\(id)' could not be loaded: \(reason). Its bytes are set aside as a copy before the first save. Look at the outcome of \
      the load; if the type has changed, give it a new version and a migration.
      """
    case .alreadySaved:
      "'\(id)' is not saved, as a living store saves a value under this id already. Give each value an id of its own."
    case .encoding(let error): "'\(id)' could not be encoded: \(error). It is tried again when the value has changed."
    case .duplicateRow(let row):
      "'\(id)' could not be saved: two rows have the id \(row). Give each row an id of its own; nothing is written before."
    case .storage(let error): "'\(id)' could not be saved: \(error). It is tried again; the old record is intact."
    case .conflict:
      "'\(id)' had been saved by another process. Its bytes were set aside as a copy, and the value of this process was saved."
    case .tooManyCopies:
      """
      '\(id)' could not be saved: there are \(KeptCopy.limit) copies of it already, with names such as 'conflict-1'. Look at \
      them in the storage, and delete them.
      """
    case .noState: "'\(id)' is not saved, as the store's engine does not share its state: see 'Runtime.shareState'."
    case .insideHandler:
      """
      '\(id)' was not saved: 'saveNow()' was called inside the handler of an action, which has the state. Call it elsewhere, or \
      'save()' in an effect.
      """
    case .ended: "'\(id)' was not saved: saving was cancelled, or its store has ended."
    }
  }
}
