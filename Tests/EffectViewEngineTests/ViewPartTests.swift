import StoreCore
import Testing
import _StoreTestSupport

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

  @Test func `an element is found by its id, and is as it was once it is absent`() {
    struct Item: Identifiable, Equatable {
      let id: Int
      var title = ""
    }
    var items = [Item(id: 1), Item(id: 2)]
    let key = ElementKey(Item(id: 2, title: "old"))
    items[element: key].title = "new"
    #expect(items == [Item(id: 1), Item(id: 2, title: "new")])
    items.removeFirst()
    #expect(items[element: key] == Item(id: 2, title: "new"))
    #expect(key.index(in: items) == 0)
    items = [Item(id: 1)]
    #expect(items[element: key] == Item(id: 2, title: "old"))
    items[element: key].title = "lost"
    #expect(items == [Item(id: 1)])
    #expect(key.index(in: items) == nil)
    #expect(key == ElementKey(Item(id: 2)))
    #expect(Set([key, ElementKey(Item(id: 2)), ElementKey(Item(id: 1))]).count == 2)
  }

  @Test func `a host whose state was removed drops events, and reports them`() throws {
    let issues = IssueLog()
    var state: String? = ""
    let accessor = StateAccessor<String>(
      get: { state ?? "gone" },
      set: { state = $0 },
      isPresent: { state != nil }
    )
    let options = StoreOptions(onIssue: { issues.record($0) })
    let host = EffectHost<String, String, Void>(storage: accessor, options: options) { text, event in
      text += event
      return .action { "again" }
    }
    state = nil
    host.send("1")
    #expect(state == nil)
    #expect(host.runningTaskCount == 0)
    #expect(issues.all.count == 1)
    let issue = try #require(issues.all.first)
    guard case .absentChild(let action) = issue.kind else {
      Issue.record("The issue is of another kind.")
      return
    }
    #expect(action == "1")
    #expect(issue.location?.fileID.description.hasSuffix("ViewPartTests.swift") == true)
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
