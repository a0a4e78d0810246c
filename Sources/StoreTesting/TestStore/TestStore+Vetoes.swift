extension TestStore {
  /// Asserts that middleware has vetoed an action by an error.
  ///
  /// ```swift
  /// await store.send(.save) { $0.message = "The name is empty." }
  /// let error = await store.receive(veto: ValidationError.self)
  /// ```
  ///
  /// A veto has to be received before the next action is sent, and before
  /// ``finish(ignoring:fileID:filePath:line:column:)``, whatever `exhaustivity` is and whether its error was handled or
  /// not. Otherwise it fails the step in which it came, or the first one after that. The call receives the first veto
  /// that was not received; it may have come already, or come while the store settles.
  ///
  /// - Parameters:
  ///   - type: The type of the error; `(any Error).self` for any error.
  ///   - fileID: The module and the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: the error; `nil` if the step has failed.
  @discardableResult
  public func receive<Failure: Error>(
    veto type: Failure.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> Failure? {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return await takeVeto("an error of the type '\(type)'", at: site) { $0 as? Failure }
  }

  /// Asserts that middleware has vetoed an action by a given error.
  ///
  /// For an error that is `Equatable`. In every other respect it works like the function that takes a type.
  ///
  /// - Parameters:
  ///   - expected: The error.
  ///   - fileID: The module and the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func receive<Failure: Error & Equatable>(
    veto expected: Failure,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    _ = await takeVeto("the error '\(Words.action(expected))'", at: site) { error in
      (error as? Failure).flatMap { $0 == expected ? $0 : nil }
    }
  }

  /// Removes the first veto, or reports that its error is not the expected one, which is given as text.
  private func takeVeto<Failure: Error>(
    _ expected: String,
    at site: CallSite,
    as match: (any Error) -> Failure?
  ) async -> Failure? {
    await wait { recorder.hasVetoes }
    recorder.noteErrors(at: site)
    guard let veto = recorder.takeVeto() else {
      TestStoreReport.noVeto(expected, while: pendingWork()).record(at: site)
      return nil
    }
    guard let failure = match(veto.veto.error) else {
      TestStoreReport.unexpectedVeto(veto, insteadOf: expected).record(at: site)
      return nil
    }
    return failure
  }
}
