package import StoreSimulation

extension Clock where Self == TestClock {
  /// A clock on which no time passes: nothing that waits for it happens, however busy the machine is.
  package static var still: TestClock { TestClock(executor: TestExecutor()) }
}
