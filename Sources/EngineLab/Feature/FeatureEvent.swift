/// Something that happens in a feature, in the words that all engines share.
package protocol FeatureEvent: Equatable, Sendable {
  /// The event in a few words, on one line.
  var text: String { get }

  /// What the event means for the feature's work; nil if nothing.
  var work: WorkChange? { get }

  /// The event of work that ended before its time.
  ///
  /// - Parameters:
  ///   - work: The name of the work, as it began.
  ///   - reason: Why it ended.
  /// - Returns: The event.
  static func stopped(_ work: String, _ reason: StopReason) -> Self
}
