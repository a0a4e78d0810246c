public import StoreCore
import StoreRecording

extension TestStore {
  /// Tests a store that is made with options for a test, by a value that is observed of its state.
  ///
  /// ```swift
  /// let store = TestStore(observing: \.count) {
  ///   Store(initialState: Counter.State(), feature: Counter(), options: $0)
  /// }
  /// ```
  ///
  /// The options have a `TestExecutor`, a `TestClock` for it, which is ``clock``, and a `Recorder` without states. The
  /// closure may change them before it makes the store; a store without them is an issue of the test, and so is a clock for another executor
  /// than the store's. The arguments between `waitLimit` and `makeStore` are the place of the call; leave them out.
  ///
  /// - Parameters:
  ///   - observe: Makes a value from the state; see
  ///     ``init(_:observing:exhaustivity:waitLimit:fileID:filePath:line:column:)``.
  ///   - exhaustivity: Whether steps have to assert everything that happens.
  ///   - waitLimit: How long a step waits for work that the store's executor does not see.
  ///   - fileID: The module and the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - makeStore: Makes the store with the options.
  public convenience init(
    observing observe: @escaping @MainActor (Engine.State) -> Observed,
    exhaustivity: Exhaustivity = .on,
    waitLimit: Duration = .seconds(1),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ makeStore: @MainActor (StoreOptions) -> Engine
  ) {
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let session = Recorder(Recorder.Limits(states: 0)) { clock.now.offset }
    self.init(
      makeStore(StoreOptions(executor: executor, clock: clock, observers: [session])),
      observing: observe,
      exhaustivity: exhaustivity,
      waitLimit: waitLimit,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
    // With a test's clock it has been reported.
    if testClock == nil, !(store.runtime.table.options.executor is any EffectExecutor) {
      TestStoreReport.noOptions.record(at: site)
    }
  }

  /// The clock of the store's effects, which stands still until a test advances it.
  ///
  /// It is the `TestClock` in the store's options. A store with another clock, or none, is an issue of the test, and no
  /// effect waits on the returned clock.
  public var clock: TestClock {
    if let testClock { return testClock }
    TestStoreReport.noClock.record(at: site)
    return TestClock(executor: TestExecutor())
  }

  /// The clock in the store's options, if it is a test's.
  var testClock: TestClock? { store.runtime.table.options.clock as? TestClock }
}

extension TestStore where Observed == Engine.State {
  /// Tests a store that is made with options for a test, by its state.
  ///
  /// ```swift
  /// let store = TestStore { Store(initialState: Search(), options: $0, reduce: reduce) }
  /// await store.send(.typed("sw")) { $0.text = "sw" }
  /// await store.clock.advance(by: .milliseconds(300))
  /// ```
  ///
  /// The options have a `TestExecutor`, a `TestClock` for it, which is ``clock``, and a `Recorder` without states. The
  /// closure may change them before it makes the store. The state must be a value and `Equatable`; an object is an issue of the test. The
  /// arguments between `waitLimit` and `makeStore` are the place of the call; leave them out.
  ///
  /// - Parameters:
  ///   - exhaustivity: Whether steps have to assert everything that happens.
  ///   - waitLimit: How long a step waits for work that the store's executor does not see.
  ///   - fileID: The module and the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - makeStore: Makes the store with the options.
  public convenience init(
    exhaustivity: Exhaustivity = .on,
    waitLimit: Duration = .seconds(1),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ makeStore: @MainActor (StoreOptions) -> Engine
  ) {
    self.init(
      observing: { $0 },
      exhaustivity: exhaustivity,
      waitLimit: waitLimit,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      makeStore
    )
  }
}

extension TestStore where Observed == Engine.State {
  /// Tests a store by its state.
  ///
  /// The state must be a value and `Equatable`; an object is an issue of the test. The arguments after `waitLimit` are
  /// the place of the call; leave them out.
  ///
  /// - Parameters:
  ///   - store: The store, with a `TestExecutor` in its options. What it did before is ignored.
  ///   - exhaustivity: Whether steps have to assert everything that happens.
  ///   - waitLimit: How long a step waits for work that the store's executor does not see.
  ///   - fileID: The module and the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public convenience init(
    _ store: Engine,
    exhaustivity: Exhaustivity = .on,
    waitLimit: Duration = .seconds(1),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      store,
      observing: { $0 },
      exhaustivity: exhaustivity,
      waitLimit: waitLimit,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

extension TestStore where Observed == Never {
  /// Gives the compiler a message for a state that is not `Equatable`; every use is an error.
  @available(*, unavailable, message: "The state is not Equatable: say what to compare, by 'observing:'.")
  public convenience init(_ store: Engine, exhaustivity: Exhaustivity = .on, waitLimit: Duration = .seconds(1)) {
    fatalError("It cannot be called.")
  }
}
