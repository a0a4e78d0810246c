#if Exhaustive
import StoreCore
import Testing

@Suite struct JobTurnsTests {
  private enum Move: CaseIterable {
    case add, cancel, next
  }

  @Test func `in all histories, jobs run in order, one at a time, and a cancel comes between two of them`() {
    var histories: [[Move]] = [[]]
    for _ in 0..<8 { histories = histories.flatMap { history in Move.allCases.map { history + [$0] } } }
    for history in histories { play(history) }
  }

  private func play(_ history: [Move]) {
    var turns = JobTurns<Int>()
    var added = 0
    var begun = 0
    // The turn that somebody has, which `next()` ends, and the cancels that are due.
    var current: JobTurns<Int>.Turn?
    var cancelIsDue = false
    func check(_ turn: JobTurns<Int>.Turn?) {
      current = turn
      switch turn {
      case .cancel:
        #expect(cancelIsDue, "\(history)")
        cancelIsDue = false
      case .run(let job):
        #expect(!cancelIsDue && job == begun, "\(history)")
        begun += 1
      case nil:
        #expect(!cancelIsDue && begun == added, "\(history)")
      }
    }
    for move in history {
      switch move {
      case .add:
        let turn = turns.add(added)
        added += 1
        if current == nil { check(turn) } else { #expect(turn == nil, "\(history)") }
      case .cancel:
        let turn = turns.cancel()
        cancelIsDue = true
        if current == nil { check(turn) } else { #expect(turn == nil, "\(history)") }
      case .next:
        if current != nil { check(turns.next()) }
      }
      #expect(turns.areOver == (current == nil), "\(history)")
    }
  }
}
#endif
