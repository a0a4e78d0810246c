import ElmEngine
import StoreTesting
import Testing
import XCTest

// Expectations that are wrong: the failure of a test store has to reach the test of a user, at the line of the step.

@MainActor
@Suite struct WrongTests {
  @Test func `a wrong expectation`() async {
    let store = TestStore { Store<Int, Int>(initialState: 0, options: $0) { ($0 + $1, .none) } }
    await store.send(1) { $0 = 2 }  // ❌ Fails
    await store.finish()
  }
}

nonisolated final class WrongXCTests: XCTestCase {
  @MainActor
  func testWrongExpectation() async {
    let store = TestStore { Store<Int, Int>(initialState: 0, options: $0) { ($0 + $1, .none) } }
    await store.send(1) { $0 = 2 }  // ❌ Fails
    await store.finish()
  }
}
