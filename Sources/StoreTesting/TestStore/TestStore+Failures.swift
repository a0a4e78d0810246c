import StoreCore

extension TestStore {
  /// Asserts that an effect, or the handler of an action, has thrown an error that nothing handles.
  ///
  /// ```swift
  /// await store.send(.save) { $0.isSaving = true }
  /// let error = await store.receive(error: ServerError.self)
  /// #expect(error?.status == 503)
  /// ```
  ///
  /// An error that neither a `catch` nor `StoreOptions.onError` handles has to be received before the next action is
  /// sent, and before ``finish(ignoring:fileID:filePath:line:column:)``, whatever `exhaustivity` is. Otherwise it fails
  /// the step in which it was thrown, or the first one after that. The call receives the first such error that was not
  /// received; it may have been thrown already, or while the store settles. Actions may be received before and after.
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
    error type: Failure.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> Failure? {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return await take(.uncaught, "an error of the type '\(type)'", at: site) { $0 as? Failure }
  }

  /// Asserts that an effect, or the handler of an action, has thrown a given error that nothing handles.
  ///
  /// In every other respect it works like the function that takes a type.
  ///
  /// - Parameters:
  ///   - expected: The error; its `==` may be isolated to the main actor.
  ///   - fileID: The module and the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func receive<Failure: Equatable>(
    error expected: Failure,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    _ = await take(.uncaught, "the error '\(Words.action(expected))'", at: site) { error in
      (error as? Failure).flatMap { ValueParts.areEqual($0, expected) ? $0 : nil }
    }
  }

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
    return await take(.veto, "an error of the type '\(type)'", at: site) { $0 as? Failure }
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
    _ = await take(.veto, "the error '\(Words.action(expected))'", at: site) { error in
      (error as? Failure).flatMap { $0 == expected ? $0 : nil }
    }
  }

  /// Removes the first failure of a kind, or reports that it is not the expected one, which is given as text.
  private func take<Failure>(
    _ kind: StoreRecorder.Failure.Kind,
    _ expected: String,
    at site: CallSite,
    as match: (any Error) -> Failure?
  ) async -> Failure? {
    await wait { recorder.has(kind) }
    recorder.noteFailures(at: site)
    guard let failure = recorder.take(kind) else {
      let work = pendingWork()
      report(.noFailure(kind, expected, while: work, hasDeparted: hasDeparted), missing: work, at: site)
      return nil
    }
    guard let error = match(failure.error) else {
      TestStoreReport.unexpected(failure, insteadOf: expected).record(at: site, in: recorder.session)
      return nil
    }
    catchUp()
    return error
  }
}
