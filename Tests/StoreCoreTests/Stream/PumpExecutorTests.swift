#if Exhaustive
import StoreCore
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(60))) struct PumpExecutorTests {
  /// Answers to whether the buffer is full, in order; after the last one there is room.
  private final class Answers: Sendable {
    private let rest: Mutex<[Bool]>

    init(_ answers: [Bool]) {
      rest = Mutex(answers)
    }

    func next() -> Bool {
      rest.withLock { $0.isEmpty ? false : $0.removeFirst() }
    }
  }

  @Test func `room that is made while the pump begins to wait is not missed`() async {
    let pump = PumpExecutor(mailbox: Mailbox(table: EffectTable(options: StoreOptions())))
    let answers = Answers([true])
    await pump.waitForRoom {
      let isFull = answers.next()
      // The pump does not wait yet, so this resumes nothing.
      if isFull { pump.makeRoom() }
      return isFull
    }
  }
}
#endif
