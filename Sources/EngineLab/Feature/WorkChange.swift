/// What an event means for the work that a feature does, one at a time.
package enum WorkChange: Equatable, Sendable {
  /// The effect of this name has begun its work; should it be cancelled, a report tells of it.
  case begins(String)
  /// The work is done, or has failed.
  case ends
}
