import StoreCore
import Testing
import _StoreTestSupport

@testable import StoreTesting

@MainActor
@Suite struct ActionLedgerTests {
  private typealias Ledger = ActionLedger<String, Int>

  private func site(_ line: UInt) -> CallSite {
    CallSite(fileID: "App/Search.swift", filePath: "", line: line, column: 1)
  }

  private func ledger(_ actions: String...) -> Ledger {
    var ledger = Ledger()
    for (index, action) in actions.enumerated() {
      ledger.append(Ledger.Entry(site: site(UInt(index + 1)), action: action, value: index))
    }
    return ledger
  }

  @Test func `the first matching action is received, and those before it are skipped`() {
    for isExhaustive in [true, false] {
      var ledger = ledger("a", "b", "c", "b")
      guard case .received(let entry, let skipped) = ledger.receive(isExhaustive: isExhaustive, where: { $0 == "b" })
      else {
        Issue.record("It is there.")
        return
      }
      #expect(entry.action == "b")
      #expect(entry.value == 1)
      #expect(skipped.map(\.action) == ["a"])
      #expect(ledger.actions == ["c", "b"])
    }
  }

  @Test func `if no action matches, the first is taken instead`() {
    var ledger = ledger("a", "b")
    guard case .unexpected(let entry) = ledger.receive(isExhaustive: true, where: { $0 == "x" }) else {
      Issue.record("One is there.")
      return
    }
    #expect(entry.action == "a")
    #expect(ledger.actions == ["b"])
  }

  @Test func `if no action matches, nothing is taken without exhaustivity`() {
    var ledger = ledger("a", "b")
    guard case .nothing = ledger.receive(isExhaustive: false, where: { $0 == "x" }) else {
      Issue.record("It is not there.")
      return
    }
    #expect(ledger.actions == ["a", "b"])
  }

  @Test func `an empty ledger has nothing`() {
    var ledger = ledger()
    guard case .nothing = ledger.receive(isExhaustive: true, where: { _ in true }) else {
      Issue.record("Nothing is there.")
      return
    }
  }

  @Test func `the action that was sent at a place is taken, and those before it`() {
    var ledger = ledger("a", "b", "c")
    let taken = ledger.take(sentAt: site(2))
    #expect(taken?.entry.action == "b")
    #expect(taken?.skipped.map(\.action) == ["a"])
    #expect(ledger.actions == ["c"])
    #expect(ledger.take(sentAt: site(2)) == nil)
  }

  @Test func `all actions are taken`() {
    var ledger = ledger("a", "b")
    #expect(ledger.takeAll().map(\.action) == ["a", "b"])
    #expect(ledger.entries.isEmpty)
  }
}
