public import StoreCore

extension Recorder {
  /// Returns why an effect is as it is, as ``Recording/why(_:)-(CancellationToken)`` does, and what it does or waits for
  /// now, if its store knows that.
  ///
  /// - Parameter effect: The token of the effect.
  /// - Returns: The lines; if the effect is neither among the records nor in a store that is observed, one that says that.
  @MainActor
  public func why(_ effect: CancellationToken) -> [String] {
    recording.text.answer(about: effect.rawValue, reports)
  }

  /// Returns why the effects with a name are as they are, as ``Recording/why(_:)-(EffectID)`` does, and what those that
  /// have not ended do or wait for now.
  ///
  /// ```swift
  /// recorder.why("upload")  // …, "now  It waits for its turn behind the effect 'upload' (#7)."
  /// ```
  ///
  /// - Parameter id: The name by which they are cancelled, or that of their tasks.
  /// - Returns: The lines for each effect, in the order of their launches; if there is none, one line with the names that
  ///   there are.
  @MainActor
  public func why(_ id: EffectID) -> [[String]] {
    recording.text.answers(about: id.description, reports)
  }

  /// What the observed stores know of their effects now.
  @MainActor
  private var reports: [EffectReport] { liveStores.flatMap(\.effectReports) }
}
