import Testing

@testable import EffectViewEngine

/// The parts of the view that do not need SwiftUI.
@MainActor
@Suite struct ViewPartTests {
  @Test func `a view's owner makes its host once`() {
    final class Host {}
    let owner = HostOwner<Host>()
    var made = 0
    let make = {
      made += 1
      return Host()
    }
    #expect(owner.host(make) === owner.host(make))
    #expect(made == 1)
  }

  @Test func `a host continues where its state was moved to`() {
    var states = ["a", "b"]
    func accessor(_ index: Int) -> StateAccessor<String> {
      StateAccessor {
        states[index]
      } set: {
        states[index] = $0
      }
    }
    let host = EffectHost<String, String, Void>(storage: accessor(0)) { text, event in
      text += event
      return nil
    }
    host.send("1")
    states = ["b", "a1"]
    host.moveState(to: accessor(1))
    host.send("2")
    #expect(host.state == "a12")
    #expect(states == ["b", "a12"])
  }

  @Test func `states are compared if they can be`() {
    struct Plain { var number: Int }
    #expect(ComparedState(1) == ComparedState(1))
    #expect(ComparedState(1) != ComparedState(2))
    #expect(ComparedState(Plain(number: 1)) == ComparedState(Plain(number: 2)))
    #expect(ComparedState(Optional(Plain(number: 1))) == ComparedState(nil))
  }

  @Test func `optional and existential states are compared`() {
    let states: [Int?] = [nil, 1, 2]
    for (left, right) in states.flatMap({ left in states.map { (left, $0) } }) {
      #expect((ComparedState(left) == ComparedState(right)) == (left == right))
    }
    let nested: [Int??] = [nil, .some(nil), 1]
    for (left, right) in nested.flatMap({ left in nested.map { (left, $0) } }) {
      #expect((ComparedState(left) == ComparedState(right)) == (left == right))
    }
    let any: [any Sendable] = [1, "1"]
    #expect(ComparedState(any[0]) == ComparedState(any[0]))
    #expect(ComparedState(any[0]) != ComparedState(any[1]))
    #expect(!ComparedState<any Sendable>.isComparable)
    #expect(ComparedState<Int?>.isComparable)
  }
}
