import Testing

@testable import StoreTesting

@Suite struct ComparisonTests {
  private struct Pair: Equatable {
    var first = 0
    var second = 0
  }

  private func compare(
    _ value: Pair,
    isExhaustive: Bool,
    _ change: (inout Pair) throws -> Void
  ) rethrows -> Comparison<Pair> {
    try Comparison(of: value, after: Pair(), isExhaustive: isExhaustive, change: change)
  }

  @Test(arguments: [true, false]) func `what the change makes of the value before is equal`(isExhaustive: Bool) {
    var calls = 0
    let result = compare(Pair(first: 1), isExhaustive: isExhaustive) {
      calls += 1
      $0.first += 1
    }
    guard case .equal = result else {
      Issue.record("\(result)")
      return
    }
    #expect(calls == 1)
  }

  @Test func `a change that nobody has made is a difference where all counts`() {
    let result = compare(Pair(first: 1, second: 2), isExhaustive: true) { $0.first = 1 }
    guard case .different(Pair(first: 1, second: 0)) = result else {
      Issue.record("\(result)")
      return
    }
  }

  @Test func `else it is left out`() {
    let result = compare(Pair(first: 1, second: 2), isExhaustive: false) { $0.first = 1 }
    guard case .equalInPart(Pair(first: 1, second: 0)) = result else {
      Issue.record("\(result)")
      return
    }
  }

  @Test func `what is wrong is a difference in any case, to the value as it is where not all counts`() {
    let result = compare(Pair(first: 1, second: 2), isExhaustive: false) { $0.first = 3 }
    guard case .different(Pair(first: 3, second: 2)) = result else {
      Issue.record("\(result)")
      return
    }
  }

  @Test func `an error of the change goes on`() {
    struct Failure: Error {}
    #expect(throws: Failure.self) { try compare(Pair(), isExhaustive: true) { _ in throw Failure() } }
  }
}
