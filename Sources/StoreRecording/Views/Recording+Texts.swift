public import StoreCore

extension Recording {
  /// All events and notes, a line for each, with their times and causes.
  ///
  /// ```text
  ///   300ms  effect search started, launched by typed("sw")
  ///   340ms  handled found(2), sent by effect search
  /// ```
  public var lines: [String] { text.lines }

  /// Returns an action or an effect, and all that came from it, a line for each, indented by its depth.
  ///
  /// An effect stands there once, by the record of its launch.
  ///
  /// - Parameter number: The number of the record of the action, or of any in the effect's life.
  /// - Returns: The lines; none if there is no such record.
  public func tree(of number: UInt64) -> [String] { text.tree(of: number) }

  /// Returns why an effect was as it was, a line for each sentence: who launched it, what it waited for and sent, who
  /// ended it, and what was dropped.
  ///
  /// - Returns: The lines; none if the effect is not among the records.
  public func why(_ effect: CancellationToken) -> [String] { text.why(effect.rawValue) }

  /// Returns why the effects with a name were as they were, for each in the order of their launches.
  public func why(_ id: EffectID) -> [[String]] {
    let text = text
    return text.effects(named: id.description).map { text.why($0) }
  }

  /// All records in words.
  package var text: SessionText {
    var text = SessionText()
    for store in stores { text.add(StoreText(store)) }
    for record in records { text.add(RecordText(record, at: time(of: record))) }
    return text
  }

  /// Returns the recording as lines of JSON: one with the number of the format, then one for each record, with one
  /// before the first of each store.
  ///
  /// Times are in microseconds, and values are texts of at most 1,000 characters.
  public func jsonLines() -> [String] {
    var writer = SessionWriter()
    return [SessionWriter.hello] + records.flatMap { writer.lines(for: $0, at: time(of: $0)) }
  }

  /// Returns the recording as a trace for viewers of Chrome's trace events, such as Perfetto.
  ///
  /// Each store is a process: its first lane has the actions, the others the effects. Arrows lead from causes, also
  /// from those in other stores.
  public func chromeTrace() -> String { text.chromeTrace }
}
