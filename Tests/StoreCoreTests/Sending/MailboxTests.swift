#if Exhaustive
import StoreCore
import Testing
import _StoreTestSupport

/// The messages of a mailbox, in and out; `MailboxRaceTests` has many threads.
@MainActor
@Suite struct MailboxTests {
  private let table = EffectTable(options: StoreOptions())

  @Test(arguments: [0, 1, 2, 200])
  func `actions are taken out in the order in which they were added`(count: Int) {
    let mailbox = Mailbox(table: table)
    for _ in 0..<2 {
      for number in 0..<count { mailbox.push(.action(number)) }
      #expect(mailbox.isEmpty == (count == 0))
      #expect(actions(mailbox.takeAll()) == Array(0..<count))
      #expect(mailbox.isEmpty)
      #expect(actions(mailbox.takeAll()) == [])
    }
  }

  @Test func `a mailbox rests only if nothing has arrived since the store looked`() {
    let mailbox = Mailbox(table: table)
    #expect(mailbox.isAtRest)
    mailbox.push(.action(1))
    #expect(!mailbox.isAtRest)
    #expect(!mailbox.rest())
    _ = mailbox.takeAll()
    #expect(!mailbox.isAtRest)
    #expect(mailbox.rest())
    #expect(mailbox.isAtRest)
  }

  @Test func `a wake while a drain is due is not lost`() {
    let mailbox = Mailbox(table: table)
    mailbox.wake()
    #expect(!mailbox.isAtRest)
    #expect(mailbox.rest())
    mailbox.wake()
    mailbox.wake()
    #expect(!mailbox.rest())
    #expect(mailbox.rest())
    #expect(mailbox.isAtRest)
  }

  @Test func `a drain inside a handler keeps the remaining actions in order`() {
    var store: ScriptStore<Int>?
    store = ScriptStore { number in
      if number == 5 {
        store?.enqueue(100)
        // As a run loop in a handler does.
        store?.runtime.core.drainWhenDue()
      }
      return .none
    }
    for number in 0..<20 { store?.enqueue(number) }
    store?.send(200)
    #expect(store?.state == Array(0..<20) + [200, 100])
  }

  @Test func `a store that is stopped and started inside a handler drops the remaining actions`() {
    var store: ScriptStore<Int>?
    store = ScriptStore { number in
      if number == 5 {
        store?.runtime.stop()
        store?.runtime.start()
      }
      return .none
    }
    for number in 0..<20 { store?.enqueue(number) }
    store?.enqueue(20)
    // It was sent before the action was handled, as the others were; what is sent later is handled.
    store?.send(21)
    #expect(store?.state == Array(0...5))
    store?.send(22)
    #expect(store?.state == Array(0...5) + [22])
  }

  @Test func `actions that are never taken out are released`() async {
    weak var last: Box?
    do {
      let mailbox = Mailbox(table: table)
      let boxes = (0..<40).map { _ in Box() }
      last = boxes[39]
      for box in boxes { mailbox.push(.action(box)) }
    }
    // After the drain, which finds no store.
    await Task.detached { @MainActor in }.value
    #expect(last == nil)
  }

  private final class Box: Sendable {}

  private func actions(_ messages: Queue<Message>) -> [Int?] {
    messages.elements.map { if case .action(let action) = $0 { action as? Int } else { nil } }
  }
}
#endif
