#if Exhaustive
import StoreCore
import Testing
import _StoreTestSupport

@Suite struct QueueTests {
  @Test(arguments: Rounds.seeds(20))
  func `a queue behaves like an array of which the first or the last element is taken`(seed: Int) {
    var random = SplitMix64(seed: seed)
    var queue = Queue<Int>()
    var model: [Int] = []
    for number in 0..<5_000 {
      switch random.number(below: number % 1_000 < 500 ? 8 : 14) {
      case 0:
        var other = Queue<Int>()
        other.append(0)
        other.append(number)
        _ = other.popFirst()
        queue.append(contentsOf: other)
        model.append(number)
      case 1...4:
        queue.append(number)
        model.append(number)
      case 5:
        #expect(queue.popLast() == model.popLast())
      default:
        #expect(queue.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
      }
      #expect(queue.first == model.first)
      #expect(queue.isEmpty == model.isEmpty)
      #expect(queue.count == model.count)
      if number % 100 == 0 { #expect(queue.elements == model) }
    }
    #expect(queue.elements == model)
  }

  @Test func `a queue that is never empty does not grow`() {
    var queue = Queue<Int>()
    for number in 0..<10 { queue.append(number) }
    let taken = (10..<100_000).map { number in
      queue.append(number)
      return queue.popFirst()
    }
    #expect(taken == Array(0..<99_990))
    #expect(queue.capacity < 1_000)
  }

  @Test func `an element that was taken is released`() {
    final class Part {}
    var queue = Queue<Part>()
    weak var kept: Part?
    do {
      let part = Part()
      kept = part
      queue.append(part)
      queue.append(Part())
    }
    #expect(kept != nil)
    _ = queue.popFirst()
    #expect(kept == nil)
    #expect(queue.count == 1)
  }
}
#endif
