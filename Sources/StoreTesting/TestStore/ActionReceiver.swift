import StoreCore

/// A test store by the types of its actions and of its observed values alone.
///
/// Its actions need not be `Sendable`. That matters in a module with `defaultIsolation(MainActor.self)`, where the `==` of
/// an action belongs to the main actor: Swift accepts such an `==` for the actions of this protocol, and for those of a
/// `StoreEngine`, which are `Sendable`, it does not.
@MainActor
public protocol ActionReceiver<Action, Observed> {
  /// The type of the actions.
  associatedtype Action
  /// The type of the observed values.
  associatedtype Observed

  /// Asserts that an action was received that is the same to a comparison, and what it changed; see
  /// ``TestStore/receive(_:by:exhaustivity:fileID:filePath:line:column:_:)``.
  func receive(
    _ expected: Action,
    by areEqual: @MainActor (Action, Action) -> Bool,
    exhaustivity: Exhaustivity?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt,
    _ change: (@MainActor (inout Observed) throws -> Void)?
  ) async
}

extension ActionReceiver where Action: Equatable {
  /// Asserts that an action was received, and what it changed.
  ///
  /// ```swift
  /// await store.receive(.found(["swift"])) { $0.results = ["swift"] }
  /// ```
  ///
  /// It has to be the first action that was not asserted; with `exhaustivity` off, it is the first equal one, and those
  /// before it are skipped. It may have come already, or come while the store settles. The arguments between
  /// `exhaustivity` and `change` are the place of the call; leave them out.
  ///
  /// - Parameters:
  ///   - expected: The action.
  ///   - exhaustivity: Whether everything has to be asserted; by default as the test store says.
  ///   - fileID: The module and the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - change: Turns the value observed before the action into the one after it; called once. Without it nothing may
  ///     change. A closure that changes nothing, or that throws, fails the step.
  public func receive(
    _ expected: Action,
    exhaustivity: Exhaustivity? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ change: (@MainActor (inout Observed) throws -> Void)? = nil
  ) async {
    await receive(
      expected,
      by: { ValueParts.areEqual($0, $1) },
      exhaustivity: exhaustivity,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      change
    )
  }
}
