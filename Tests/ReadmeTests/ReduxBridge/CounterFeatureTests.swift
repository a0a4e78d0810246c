import XCTest

// The reference's tests, as they stand there.

class MockCounterFeatureDependency: CounterFeatureDependencyType {
  func increment(int: Int) async -> Int {
    return int + 1  // Always increment by 1
  }

  func decrement(int: Int) async -> Int {
    return int - 1  // Always decrement by 1
  }
}

@MainActor
final class CounterFeatureTests: XCTestCase {
  func testIncrementAction() async throws {
    // Given
    let mockDependency = MockCounterFeatureDependency()
    var state = CounterView.Feature.State(count: 0)
    let feature = CounterView.Feature(dependency: mockDependency)

    // When
    await feature.reduce(into: &state, action: .increment)

    // Then
    XCTAssertEqual(state.count, 1)
  }

  func testDecrementAction() async throws {
    // Given
    let mockDependency = MockCounterFeatureDependency()
    var state = CounterView.Feature.State(count: 1)
    let feature = CounterView.Feature(dependency: mockDependency)

    // When
    await feature.reduce(into: &state, action: .decrement)

    // Then
    XCTAssertEqual(state.count, 0)
  }
}
