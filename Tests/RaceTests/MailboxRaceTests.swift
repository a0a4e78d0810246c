import StoreCore
import Testing
import _StoreTestSupport

/// Many threads send to one store.
///
/// Run under the thread sanitizer too.
@MainActor
@Suite(.timeLimit(.minutes(60))) struct MailboxRaceTests {
  private struct Message: Equatable, Sendable {
    let sender: Int
    let number: Int
  }

  @Test func `a hundred thousand actions of eight senders are all handled, each sender's in order`() async {
    let store = ScriptStore(Message.self)
    await withTaskGroup { group in
      for sender in 0..<8 {
        group.addTask { @concurrent in
          for number in 0..<12_500 { store.enqueue(Message(sender: sender, number: number)) }
        }
      }
    }
    await store.settle()
    let state = store.state
    #expect(state.count == 100_000)
    for sender in 0..<8 {
      #expect(state.lazy.filter { $0.sender == sender }.map(\.number).elementsEqual(0..<12_500))
    }
  }

  @Test func `a sender that enqueues and sends keeps its order among other senders`() async {
    let store = ScriptStore(Message.self)
    let others = (1..<4).map { sender in
      Task { @concurrent in
        for number in 0..<2_000 { store.enqueue(Message(sender: sender, number: number)) }
      }
    }
    for number in 0..<2_000 {
      if number.isMultiple(of: 2) {
        store.enqueue(Message(sender: 0, number: number))
      } else {
        store.send(Message(sender: 0, number: number))
        #expect(store.state.last == Message(sender: 0, number: number))
      }
    }
    for other in others { await other.value }
    await store.settle()
    for sender in 0..<4 {
      #expect(store.state.filter { $0.sender == sender }.map(\.number) == Array(0..<2_000))
    }
  }

  @Test func `what handlers send and enqueue keeps its order among the actions of eight threads`() async {
    var store: ScriptStore<Message>?
    store = ScriptStore { message in
      // They have a sender number of their own, because their order is checked too.
      if message.sender < 8, message.number.isMultiple(of: 3) {
        store?.send(Message(sender: message.sender + 8, number: 2 * message.number))
        store?.enqueue(Message(sender: message.sender + 8, number: 2 * message.number + 1))
        store?.send(Message(sender: message.sender + 8, number: 2 * message.number + 2))
      }
      return message.sender < 8 && message.number.isMultiple(of: 5) ? .emit(Message(sender: 16, number: 0)) : .none
    }
    await withTaskGroup { [store] group in
      for sender in 0..<8 {
        group.addTask { @concurrent in
          for number in 0..<3_000 { store?.enqueue(Message(sender: sender, number: number)) }
        }
      }
    }
    await store?.settle()
    let state = store?.state ?? []
    #expect(state.count == 8 * (3_000 + 3_000 + 600))
    for sender in 0..<8 {
      let numbers: [Int] = state.filter { $0.sender == sender }.map(\.number)
      let nested: [Int] = state.filter { $0.sender == sender + 8 }.map(\.number)
      #expect(numbers == Array(0..<3_000))
      #expect(nested == nested.sorted() && nested.count == 3_000)
    }
  }

  @Test func `each action is released exactly once after it was handled`() async {
    let released = ManagedAtomic(0)
    let runtime = Runtime<Box> { _ in .none }
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { @concurrent in
          for _ in 0..<5_000 { runtime.enqueue(Box(released)) }
        }
      }
    }
    await runtime.settle()
    #expect(released.value == 40_000)
  }

  private final class Box: Sendable {
    private let released: ManagedAtomic<Int>

    init(_ released: ManagedAtomic<Int>) {
      self.released = released
    }

    deinit {
      released.add()
    }
  }

  @Test func `what is sent to a store that is deallocated meanwhile is released`() async {
    let released = ManagedAtomic(0)
    for _ in 0..<50 {
      var runtime: Runtime<Box>? = Runtime { _ in .none }
      guard let inlet = runtime?.inlet else { return }
      let senders = (0..<4).map { _ in
        Task { @concurrent in
          for _ in 0..<100 { inlet.enqueue(Box(released), at: CallSite()) }
        }
      }
      runtime?.send(Box(released))
      runtime = nil
      for sender in senders { await sender.value }
      // After the mailbox's own turn, if one was due.
      await Task.detached { @MainActor in }.value
    }
    #expect(released.value == 50 * 401)
  }
}
