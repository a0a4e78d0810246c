import StoreCore
import Testing
import _StoreTestSupport

@testable import StoreTesting

@MainActor
@Suite struct UnassertedActionsTests {
  private typealias Unasserted = UnassertedActions<String, Int>

  private func site(_ line: UInt) -> CallSite {
    CallSite(fileID: "App/Search.swift", filePath: "", line: line, column: 1)
  }

  private func unasserted(_ actions: String...) -> Unasserted {
    let unasserted = Unasserted()
    for (index, action) in actions.enumerated() {
      unasserted.append(Unasserted.Entry(site: site(UInt(index + 1)), action: action, value: index))
    }
    return unasserted
  }

  @Test func `the first matching action is received, and those before it are skipped`() {
    for isExhaustive in [true, false] {
      let unasserted = unasserted("a", "b", "c", "b")
      guard
        case .received(let entry, let skipped) = unasserted.receive(isExhaustive: isExhaustive, where: { $0 == "b" })
      else {
        Issue.record("It is there.")
        return
      }
      #expect(entry.action == "b")
      #expect(entry.value == 1)
      #expect(skipped.map(\.action) == ["a"])
      #expect(unasserted.actions == ["c", "b"])
    }
  }

  @Test func `if no action matches, the first is taken instead`() {
    let unasserted = unasserted("a", "b")
    guard case .unexpected(let entry) = unasserted.receive(isExhaustive: true, where: { $0 == "x" }) else {
      Issue.record("One is there.")
      return
    }
    #expect(entry.action == "a")
    #expect(unasserted.actions == ["b"])
  }

  @Test func `if no action matches, nothing is taken without exhaustivity`() {
    let unasserted = unasserted("a", "b")
    guard case .nothing = unasserted.receive(isExhaustive: false, where: { $0 == "x" }) else {
      Issue.record("It is not there.")
      return
    }
    #expect(unasserted.actions == ["a", "b"])
  }

  @Test func `a list without actions has nothing`() {
    let unasserted = unasserted()
    guard case .nothing = unasserted.receive(isExhaustive: true, where: { _ in true }) else {
      Issue.record("Nothing is there.")
      return
    }
  }

  @Test func `the action that was sent at a place is taken, and those before it`() {
    let unasserted = unasserted("a", "b", "c")
    let taken = unasserted.take(sentAt: site(2))
    #expect(taken?.entry.action == "b")
    #expect(taken?.skipped.map(\.action) == ["a"])
    #expect(unasserted.actions == ["c"])
    #expect(unasserted.take(sentAt: site(2)) == nil)
  }

  @Test func `all actions are taken`() {
    let unasserted = unasserted("a", "b")
    #expect(unasserted.takeAll().map(\.action) == ["a", "b"])
    #expect(unasserted.entries.isEmpty)
  }
}
