#if Exhaustive
import StoreCore
import Testing
import _StoreTestSupport

@Suite struct StreamBufferStateMachineTests {
  private typealias Machine = StreamBuffer.StateMachine

  @Test func `the store is notified of the first element and not of the next ones`() {
    var machine = Machine(capacity: 4)
    let told = (0..<3).map { machine.append($0) }
    #expect(told == [true, false, false])
  }

  @Test func `all elements are taken at once, in order`() {
    var machine = filled(with: 3, capacity: 4)
    let batch = machine.take()
    #expect(batch as? [Int] == [0, 1, 2])
  }

  @Test func `elements count until they were handled`() {
    var machine = filled(with: 4, capacity: 4)
    #expect(machine.isFull)
    _ = machine.take()
    #expect(machine.isFull)
    #expect(!machine.isEmpty)
    _ = machine.finishBatch()
    #expect(!machine.isFull)
    #expect(machine.isEmpty)
  }

  @Test func `after a lone element the store does not return until it is notified again`() {
    var machine = filled(with: 1, capacity: 4)
    _ = machine.take()
    let comesBack = machine.finishBatch()
    #expect(!comesBack)
    let isTold = machine.append(1)
    #expect(isTold)
  }

  @Test func `after a lone element the store returns if another one arrived meanwhile`() {
    var machine = filled(with: 1, capacity: 4)
    _ = machine.take()
    let isTold = machine.append(1)
    #expect(!isTold)
    let comesBack = machine.finishBatch()
    #expect(comesBack)
    let batch = machine.take()
    #expect(batch as? [Int] == [1])
  }

  @Test func `after a burst the store returns, and is notified again once it found nothing`() {
    var machine = filled(with: 2, capacity: 4)
    _ = machine.take()
    let comesBack = machine.finishBatch()
    #expect(comesBack)
    let batch = machine.take()
    #expect(batch.isEmpty)
    let isTold = machine.append(2)
    #expect(isTold)
  }

  private func filled(with count: Int, capacity: Int) -> Machine {
    var machine = Machine(capacity: capacity)
    for element in 0..<count {
      _ = machine.append(element)
    }
    return machine
  }

  @Test(arguments: Rounds.seeds(40))
  func `no element is lost, reordered or left without a visit of the store`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    let capacity = 1 + random.number(below: 5)
    var machine = Machine(capacity: capacity)
    // The store's side: whether a visit is due, and the elements that it is handling.
    var isVisitDue = false
    var handling: [Int] = []
    var sent = 0
    var handled: [Int] = []
    for step in 0..<1_000 {
      switch random.number(below: 3) {
      case 0 where !machine.isFull:
        let isTold = machine.append(sent)
        sent += 1
        try #require(isTold == (!isVisitDue && handling.isEmpty), "step \(step)")
        isVisitDue = isVisitDue || isTold
      case 1 where isVisitDue && handling.isEmpty:
        isVisitDue = false
        handling = try #require(machine.take() as? [Int])
      case 2 where !handling.isEmpty:
        let wasBurst = handling.count > 1
        handled += handling
        handling = []
        isVisitDue = machine.finishBatch()
        try #require(isVisitDue == (wasBurst || handled.count < sent), "step \(step)")
      default:
        continue
      }
      let waiting = sent - handled.count - handling.count
      try #require(handled + handling == Array(0..<(sent - waiting)), "step \(step)")
      try #require(machine.isEmpty == (waiting + handling.count == 0), "step \(step)")
      try #require(machine.isFull == (waiting + handling.count >= capacity), "step \(step)")
      try #require(waiting + handling.count <= capacity, "step \(step)")
      try #require(waiting == 0 || isVisitDue || !handling.isEmpty, "elements are stranded, step \(step)")
    }
    try #require(sent > 100)
  }
}
#endif
