public import StoreCore
import StoreRecording

/// A property that did not hold.
public struct BrokenProperty: Error, Hashable, Sendable {
  /// The property that should have held.
  public let property: String
  /// The action after which it was broken; `nil` at the end, or if the state was changed without an action.
  public let action: String?
  /// The time at which it was broken.
  public let time: Duration
  /// The state that broke it, as text; empty if it is that all becomes quiet.
  public let state: String
  /// The actions that follow each other for ever, if it is that all becomes quiet.
  var repeatedActions: [String]?
  /// What has not ended although the bench sees nothing that it waits for.
  var unseen: [String] = []
}

extension BrokenProperty: CustomStringConvertible {
  /// The property, and the action, time and state that broke it.
  public var description: String {
    if let repeatedActions {
      return """
        \(RepeatedActions.neverQuiet(repeatedActions))
        This goes on for ever at \(TimeText.milliseconds(time)): let it end, or wait for the clock
        """
    }
    let cause = action.map { "by the action \($0), " } ?? ""
    let words = "'\(property)' was broken \(cause)at \(TimeText.milliseconds(time)). The state was:\n\(state)"
    return words + wordsOfUnseen
  }

  private var wordsOfUnseen: String {
    guard !unseen.isEmpty else { return "" }
    let shown = unseen.prefix(8).joined(separator: ", ") + (unseen.count > 8 ? ", and \(unseen.count - 8) more" : "")
    return """


      All was quiet, but this had not ended: \(shown). It waits for something that the bench does not see, such as \
      'Task.sleep' or another clock. If it is to go on by itself, let it wait by 'EffectClock.current.sleep', which the \
      bench does see.
      """
  }
}

extension TestBench {
  /// Checks a property of a store after each action, and after each change of its state that its engine reports.
  ///
  /// ```swift
  /// bench.always(store, "at most ten items") { $0.items.count <= 10 }
  /// ```
  ///
  /// What an effect changes by itself is seen at its end or before the next action, and by ``finish(within:)``. The
  /// first broken property is ``brokenProperty``, and fails an exploration. Elsewhere ``finish(within:)`` throws it, and
  /// without that call nothing fails. The bench keeps the store alive.
  ///
  /// - Parameters:
  ///   - store: The store, of any engine.
  ///   - name: A description of the property.
  ///   - fileID: The file of the call, which is reported if the store is not on the bench; leave it out.
  ///   - line: The line of the call; leave it out.
  ///   - property: Whether it holds in a state.
  public func always<Engine: StoreEngine>(
    _ store: Engine,
    _ name: String,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ property: @escaping @MainActor (Engine.State) -> Bool
  ) {
    checkIsOnBench(store, fileID, line)
    stores.append(store)
    let check = { @MainActor @Sendable [weak self, weak store] (action: (any Sendable)?) in
      guard let self, let store, brokenProperty == nil, !property(store.state) else { return }
      noteBroken(name, by: action, store.state)
    }
    check(nil)
    store.runtime.observe(PropertyObserver(check: check))
    // A cancelled effect may have changed an object.
    finalProperties.append { _ in check(nil) }
  }

  /// Checks a property of a store once all is quiet.
  ///
  /// ```swift
  /// bench.finally(store, "the spinner has gone") { !$0.isLoading }
  /// ```
  ///
  /// An exploration checks it after the test; other tests call ``finish(within:)``. The bench keeps the store alive.
  public func finally<Engine: StoreEngine>(
    _ store: Engine,
    _ name: String,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ property: @escaping @MainActor (Engine.State) -> Bool
  ) {
    checkIsOnBench(store, fileID, line)
    stores.append(store)
    finalProperties.append { bench in
      if bench.brokenProperty == nil, !property(store.state) { bench.noteBroken(name, by: nil, store.state) }
    }
  }

  /// Ends the program if a store was made without the bench's options.
  private func checkIsOnBench(_ store: some StoreEngine, _ fileID: StaticString, _ line: UInt) {
    guard store.runtime.table.executor.map({ $0 as AnyObject }) !== executor else { return }
    fatalError(
      """
      A bench was asked to check a store that was not made with its options.

      The store's effects get none of the bench's latencies and faults, and the bench does not wait for them.

      Make the store with 'bench.options'.
      """,
      file: fileID,
      line: line
    )
  }

  /// Lets everything happen, and checks what has to hold; may be called again, as an exploration does after the test.
  ///
  /// - Parameter limit: How long it waits, by the bench's clock, for effects that never end, such as a ticker. Times at
  ///   which the schedule makes something late do not count, up to sixty times as long.
  /// - Throws: the property that was broken first, if there is one; that all becomes quiet, if something goes on for ever
  ///   while the clock stands still.
  public func finish(within limit: Duration = .seconds(60)) async throws(BrokenProperty) {
    await clock.advanceUntilIdle(within: limit)
    try checkQuiet()
    isAtEnd = true
    defer {
      isAtEnd = false
      releaseStores()
    }
    for property in finalProperties { property(self) }
    if let brokenProperty { throw brokenProperty }
  }

  /// Throws if something has gone on for ever while the clock stood still.
  func checkQuiet() throws(BrokenProperty) {
    guard let actions = executor.activity.repeatedActions else { return }
    let broken = BrokenProperty(
      property: "all becomes quiet",
      action: nil,
      time: clock.now.offset,
      state: "",
      repeatedActions: actions
    )
    if brokenProperty == nil { brokenProperty = broken }
    throw brokenProperty ?? broken
  }

  /// What runs although nothing sleeps on the clock, other than what never answers because of a fault.
  private var unseenWaits: [String] {
    guard clock.deadlines.isEmpty else { return [] }
    let silent = deviations.compactMap { deviation in
      if case .fault(.neverAnswers, let effect) = deviation { effect.name } else { nil }
    }
    let (effects, handlers) = executor.activity.running
    let names = effects.map(\.simulatedName).filter { !silent.contains($0) }
    return Set(names).sorted().map { "'\($0)'" } + handlers.map { "the handler of \($0)" }
  }

  private func noteBroken(_ name: String, by action: (any Sendable)?, _ state: some Any) {
    if isTraced {
      recorder.note("broken: \(name)")
      lineCountAtBreak = recorder.lineCount
    }
    brokenProperty = BrokenProperty(
      property: name,
      action: action.map { ValueWords.of($0) },
      time: clock.now.offset,
      state: StateCopy(of: state).text,
      unseen: isAtEnd ? unseenWaits : []
    )
  }
}

/// An observer that checks a property when the store may have changed.
private struct PropertyObserver: StateObserver {
  let check: @MainActor @Sendable ((any Sendable)?) -> Void

  // Not by events, which another thread may deliver later.
  func stateReader(for store: StoreIdentity) -> @MainActor (StateReading) -> Void {
    { reading in
      if case .actionHandled(let action, _) = reading.event?.kind { check(action) } else { check(nil) }
    }
  }
}
