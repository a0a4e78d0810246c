extension TestStore where Observed == Engine.State {
  /// Tests a store by its state.
  ///
  /// The state is a value and `Equatable`; for an object it reports an issue. The arguments after `patience` are the
  /// place of the call; leave them out.
  ///
  /// - Parameters:
  ///   - store: The store, with a `TestExecutor` in its options. What it did before is not looked at.
  ///   - exhaustivity: Whether steps have to assert all that happens.
  ///   - patience: How long a step waits for what the store's executor does not see.
  ///   - fileID: The module and the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public convenience init(
    _ store: Engine,
    exhaustivity: Exhaustivity = .on,
    patience: Duration = .seconds(1),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      store,
      observing: { $0 },
      exhaustivity: exhaustivity,
      patience: patience,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

extension TestStore where Observed == Never {
  /// Tells the compiler what to say where a state is not `Equatable`; every use is an error.
  @available(*, unavailable, message: "The state is not Equatable: say what to compare, by 'observing:'.")
  public convenience init(_ store: Engine, exhaustivity: Exhaustivity = .on, patience: Duration = .seconds(1)) {
    fatalError("It cannot be called.")
  }
}
