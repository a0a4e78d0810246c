public import StoreCore

extension Recording {
  /// All events and notes, a line for each, with their times and causes, below a line for each store.
  ///
  /// ```text
  ///          search: ElmEngine.Store, state Search, actions SearchAction
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
  /// - Parameter effect: The token of the effect.
  /// - Returns: The lines; if the effect is not among the records, one that says that.
  public func why(_ effect: CancellationToken) -> [String] { text.answer(about: effect.rawValue) }

  /// Returns why the effects with a name were as they were.
  ///
  /// - Parameter id: The name by which they are cancelled, or that of their tasks.
  /// - Returns: The lines for each effect, in the order of their launches; if there is none, one line with the names that
  ///   there are.
  public func why(_ id: EffectID) -> [[String]] { text.answers(about: id.description) }

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
    let stores = Dictionary(uniqueKeysWithValues: stores.map { ($0.identity, $0) })
    return [SessionWriter.hello]
      + records.flatMap { writer.lines(for: $0, at: time(of: $0), in: { stores[$0] ?? StoreRecord($0) }) }
  }

  /// Returns the recording as a trace for viewers of Chrome's trace events, such as Perfetto.
  ///
  /// Each store is a process: its first lane has the actions, the others the effects. Arrows lead from causes, also
  /// from those in other stores.
  public func chromeTrace() -> String { text.chromeTrace }
}
