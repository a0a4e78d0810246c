#if Exhaustive
import StoreCore
import Testing

@Suite struct ActionQueueTests {
  @Test func `a concurrent store handles all messages in order`() {
    var queue = ActionQueue<Int>()
    queue.append(1, fromEffect: false)
    queue.append(2, fromEffect: true)
    queue.append(3, fromEffect: false)
    #expect(take(&queue) == [1, 2, 3])
    #expect(queue.isEmpty)
  }

  @Test func `a sequential store handles messages from effects first`() {
    var queue = ActionQueue<Int>(isSequential: true)
    queue.append(1, fromEffect: false)
    queue.append(2, fromEffect: true)
    queue.append(3, fromEffect: false)
    queue.append(4, fromEffect: true)
    #expect(take(&queue) == [2, 4, 1, 3])
  }

  @Test func `nothing is taken outside of a turn, and a turn does not begin inside another`() {
    var queue = ActionQueue<Int>()
    queue.append(1, fromEffect: false)
    #expect(queue.next() == nil)
    let (first, second) = (queue.begin(), queue.begin())
    #expect(first && !second)
    #expect(!queue.isOpen(toEffects: false))
    #expect(queue.next() == 1)
    queue.end()
    #expect(queue.isOpen(toEffects: false))
    let third = queue.begin()
    #expect(third)
  }

  @Test func `nothing is taken while a handler is suspended`() {
    var queue = ActionQueue<Int>(isSequential: true)
    _ = queue.begin()
    queue.suspend()
    #expect(!queue.isOpen(toEffects: false))
    #expect(!queue.isOpen(toEffects: true))
    queue.append(1, fromEffect: true)
    #expect(queue.next() == nil)
    queue.end()
    #expect(queue.state == .suspended)
    let begins = queue.begin()
    #expect(!begins)
    queue.resume()
    #expect(queue.next() == 1)
    queue.end()
    #expect(queue.state == .idle)
  }

  @Test func `only messages from effects are taken while actions wait for effects`() {
    var queue = ActionQueue<Int>(isSequential: true)
    queue.isBlocked = true
    #expect(!queue.isOpen(toEffects: false))
    #expect(queue.isOpen(toEffects: true))
    queue.append(1, fromEffect: false)
    queue.append(2, fromEffect: true)
    #expect(take(&queue) == [2])
    queue.isBlocked = false
    #expect(take(&queue) == [1])
  }

  @Test func `a waiting message keeps the store closed, and for effects only one of theirs does`() {
    var queue = ActionQueue<Int>(isSequential: true)
    queue.append(1, fromEffect: false)
    #expect(!queue.isOpen(toEffects: false))
    #expect(queue.isOpen(toEffects: true))
    queue.append(2, fromEffect: true)
    #expect(!queue.isOpen(toEffects: true))
  }

  @Test func `all messages are taken out in the order in which they would be handled`() {
    var queue = ActionQueue<Int>(isSequential: true)
    for number in 1...4 { queue.append(number, fromEffect: number.isMultiple(of: 2)) }
    #expect(queue.takeAll() == [2, 4, 1, 3])
    #expect(queue.isEmpty)
  }

  private func take(_ queue: inout ActionQueue<Int>) -> [Int] {
    _ = queue.begin()
    defer { queue.end() }
    var taken: [Int] = []
    while let message = queue.next() { taken.append(message) }
    return taken
  }
}
#endif
