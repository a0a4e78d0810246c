import Testing

@testable import ReduxBridge

/// The decisions of a subscription, without a store.
@Suite struct ValueDeliveryTests {
  private typealias Delivery = ValueDelivery<Int>

  private func values(of first: Delivery.Step, in delivery: inout Delivery) -> [Int] {
    var (step, values) = (first, [Int]())
    while case .deliver(let value) = step {
      values.append(value)
      step = delivery.next(after: .none)
    }
    return values
  }

  @Test func `what was asked for is delivered at once`() {
    var delivery = Delivery(capacity: 1)
    let isDue = delivery.request(.max(2))
    #expect(!isDue)
    for number in 1...2 {
      let offer = delivery.offer(number)
      #expect(offer == .deliver)
      #expect(values(of: delivery.next(after: .none), in: &delivery).isEmpty)
    }
    let offer = delivery.offer(3)
    #expect(offer == .waits)
  }

  @Test(arguments: [1, 2, 5]) func `what nobody asked for waits up to the capacity, then the oldest goes`(capacity: Int)
  {
    var delivery = Delivery(capacity: capacity)
    let offers = (1...8).map { delivery.offer($0) }
    #expect(offers.prefix(capacity).allSatisfy { $0 == .waits })
    #expect(offers.dropFirst(capacity).allSatisfy { $0 == .waitsForOldest })
    let isDue = delivery.request(.unlimited)
    #expect(isDue)
    let delivered = values(of: delivery.begin(), in: &delivery)
    #expect(delivered == Array((1...8).suffix(capacity)))
  }

  @Test func `what was asked for and comes during a delivery is never dropped`() {
    var delivery = Delivery(capacity: 1)
    _ = delivery.request(.max(3))
    #expect(delivery.offer(1) == .deliver)
    let offers = (2...6).map { delivery.offer($0) }
    // Two are asked for still, and one more may wait.
    #expect(offers == [.waits, .waits, .waits, .waitsForOldest, .waitsForOldest])
    let delivered = values(of: delivery.next(after: .none), in: &delivery)
    #expect(delivered == [2, 3])
    let isDue = delivery.request(.max(1))
    #expect(isDue)
    #expect(values(of: delivery.begin(), in: &delivery) == [6])
  }

  @Test func `nothing is delivered inside a delivery`() {
    var delivery = Delivery(capacity: 1)
    _ = delivery.request(.unlimited)
    #expect(delivery.offer(1) == .deliver)
    #expect(delivery.offer(2) == .waits)
    #expect(values(of: delivery.begin(), in: &delivery).isEmpty)
    let isDue = delivery.request(.max(1))
    #expect(!isDue)
    #expect(values(of: delivery.next(after: .none), in: &delivery) == [2])
  }

  @Test func `a value behind one that is due is due after it`() {
    var delivery = Delivery(capacity: 1)
    #expect(delivery.offer(1) == .waits)
    _ = delivery.request(.unlimited)
    #expect(delivery.offer(2) == .due)
    #expect(values(of: delivery.begin(), in: &delivery) == [1, 2])
  }

  @Test func `more is asked for by the answer to a value`() {
    var delivery = Delivery(capacity: 1)
    _ = delivery.request(.max(1))
    #expect(delivery.offer(1) == .deliver)
    #expect(delivery.offer(2) == .waits)
    guard case .deliver(2) = delivery.next(after: .max(1)) else {
      Issue.record("the value was asked for")
      return
    }
    #expect(delivery.offer(3) == .waits)
  }

  @Test func `it finishes behind what is delivered and was asked for, and no sooner`() {
    var delivery = Delivery(capacity: 5)
    _ = delivery.request(.max(2))
    #expect(delivery.offer(1) == .deliver)
    #expect(delivery.offer(2) == .waits)
    #expect(delivery.offer(3) == .waits)
    guard case .nothing = delivery.finish(), case .deliver(2) = delivery.next(after: .none) else {
      Issue.record("a delivery was under way")
      return
    }
    #expect(!delivery.isOver)
    guard case .finish = delivery.next(after: .none) else {
      Issue.record("nothing more was asked for")
      return
    }
    #expect(delivery.isOver)
    #expect(delivery.offer(4) == .ignored)
    guard case .nothing = delivery.finish() else {
      Issue.record("it had finished")
      return
    }
  }

  @Test func `an idle one finishes at once`() {
    var delivery = Delivery(capacity: 1)
    #expect(delivery.offer(1) == .waits)
    guard case .finish = delivery.finish() else {
      Issue.record("nothing was asked for")
      return
    }
  }

  @Test func `after a cancel nothing is delivered, not even what was due`() {
    var delivery = Delivery(capacity: 1)
    _ = delivery.request(.unlimited)
    #expect(delivery.offer(1) == .deliver)
    #expect(delivery.offer(2) == .waits)
    delivery.cancel()
    #expect(delivery.isOver)
    guard case .nothing = delivery.next(after: .unlimited), case .nothing = delivery.finish() else {
      Issue.record("it was cancelled")
      return
    }
    #expect(delivery.offer(3) == .ignored)
  }
}
