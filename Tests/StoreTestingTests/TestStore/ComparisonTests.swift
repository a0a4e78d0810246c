import StoreRecording
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
    _ change: ((inout Pair) throws -> Void)? = nil
  ) throws -> Comparison<Pair> {
    try Comparison(of: value, after: Pair(), isExhaustive: isExhaustive, change: change)
  }

  @Test(arguments: [true, false]) func `a value equal to the changed former one is equal`(isExhaustive: Bool) throws {
    var calls = 0
    let result = try compare(Pair(first: 1), isExhaustive: isExhaustive) {
      calls += 1
      $0.first += 1
    }
    guard case .equal = result else {
      Issue.record("\(result)")
      return
    }
    #expect(calls == 1)
  }

  @Test func `an unexpected change is a difference with exhaustivity`() throws {
    let result = try compare(Pair(first: 1, second: 2), isExhaustive: true) { $0.first = 1 }
    guard case .different(Pair(first: 1, second: 0)) = result else {
      Issue.record("\(result)")
      return
    }
  }

  @Test func `an unexpected change is ignored without exhaustivity, and the closure is called once`() throws {
    var calls = 0
    let result = try compare(Pair(first: 1, second: 2), isExhaustive: false) {
      calls += 1
      $0.first += 1
    }
    #expect(calls == 1)
    guard case .equalInPart(Pair(first: 1, second: 0)) = result else {
      Issue.record("\(result)")
      return
    }
  }

  @Test func `a wrong value is a difference in any case, and of the part only without exhaustivity`() throws {
    let result = try compare(Pair(first: 1, second: 2), isExhaustive: false) { $0.first = 3 }
    guard case .differentInPart(let differences) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(differences.map(\.path) == [".first"])
  }

  @Test(arguments: [true, false]) func `a closure that changes nothing gives unchanged`(isExhaustive: Bool) throws {
    let result = try compare(Pair(), isExhaustive: isExhaustive) { $0 = $0 }
    guard case .unchanged = result else {
      Issue.record("\(result)")
      return
    }
  }

  @Test func `a closure that changes nothing, though something changed, differs with exhaustivity`() throws {
    let exhaustive = try compare(Pair(first: 1), isExhaustive: true) { $0.first = 0 }
    guard case .different(Pair(first: 0, second: 0)) = exhaustive else {
      Issue.record("\(exhaustive)")
      return
    }
    let partial = try compare(Pair(first: 1), isExhaustive: false) { $0.first = 0 }
    guard case .unchanged = partial else {
      Issue.record("\(partial)")
      return
    }
  }

  @Test func `without a closure the value must not change, or may be anything without exhaustivity`() throws {
    guard case .equal = try compare(Pair(), isExhaustive: true),
      case .different = try compare(Pair(first: 1), isExhaustive: true),
      case .equalInPart = try compare(Pair(first: 1), isExhaustive: false)
    else {
      Issue.record("One of the three is something else.")
      return
    }
  }

  @Test func `an error of the closure is rethrown`() {
    struct Failure: Error {}
    #expect(throws: Failure.self) { try compare(Pair(), isExhaustive: true) { _ in throw Failure() } }
  }
}
