package import StoreCore
package import Testing

/// A trait of a suite each of whose tests is run twice: with stores that nobody observes, and with observed ones.
///
/// It applies to the stores of this module.
package struct ObservedToo: SuiteTrait, TestTrait, TestScoping {
  @TaskLocal static var isOn = false

  package var isRecursive: Bool { true }

  @concurrent
  package func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    try await function()
    if testCase != nil { try await Self.$isOn.withValue(true, operation: function) }
  }
}

extension Trait where Self == ObservedToo {
  /// Runs each test again with stores that are observed.
  package static var observedToo: ObservedToo { ObservedToo() }
}

/// An observer that ignores everything.
private struct Ignoring: StateObserver {
  func stateReader(for store: StoreIdentity) -> @MainActor (StateReading) -> Void { { _ in } }
}

extension StoreOptions {
  /// The options of a store of a test: with an observer if the test is run with one.
  package var ofTest: StoreOptions {
    var options = withTimeForSlowMachines
    if ObservedToo.isOn { options.observers.append(Ignoring()) }
    return options
  }
}
