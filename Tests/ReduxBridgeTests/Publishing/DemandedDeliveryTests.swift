import CombineShim
import Testing

@testable import ReduxBridge

/// The decisions of a subscription, with a queue like that of its users.
@Suite struct DemandedDeliveryTests {
  private struct Line {
    var delivery: DemandedDelivery
    var waiting: [Int] = []
    var delivered: [Int] = []

    init(capacity: Int) {
      delivery = DemandedDelivery(capacity: capacity)
    }

    /// Offers a number and follows the decision; `next` continues a delivery.
    @discardableResult
    mutating func offer(_ number: Int) -> DemandedDelivery.Offer {
      let offer = delivery.offer()
      switch offer {
      case .deliver:
        delivered.append(number)
      case .due, .waits:
        waiting.append(number)
      case .waitsForOldest(let place):
        waiting.append(number)
        waiting.remove(at: place)
      case .ignored:
        break
      }
      return offer
    }

    mutating func request(_ demand: Subscribers.Demand) -> Bool {
      delivery.request(demand)
    }

    mutating func begin() -> DemandedDelivery.Step { follow(delivery.begin()) }

    mutating func next(after more: Subscribers.Demand = .none) -> DemandedDelivery.Step {
      follow(delivery.next(after: more))
    }

    mutating func finish() -> DemandedDelivery.Step { follow(delivery.finish()) }

    /// Continues until there is nothing to deliver.
    mutating func deliverAll() {
      while next() == .deliver {}
    }

    private mutating func follow(_ step: DemandedDelivery.Step) -> DemandedDelivery.Step {
      if step == .deliver { delivered.append(waiting.removeFirst()) }
      return step
    }
  }

  @Test func `a requested value is delivered at once`() {
    var line = Line(capacity: 1)
    let isDue = line.request(.max(2))
    #expect(!isDue)
    for number in 1...2 {
      let offer = line.offer(number)
      let step = line.next()
      #expect(offer == .deliver)
      #expect(step == .nothing)
    }
    let offer = line.offer(3)
    #expect(offer == .waits)
    #expect(line.delivered == [1, 2])
  }

  @Test(arguments: [1, 2, 5])
  func `values without demand wait up to the capacity, then the oldest is dropped`(capacity: Int) {
    var line = Line(capacity: capacity)
    let offers = (1...8).map { line.offer($0) }
    #expect(offers.prefix(capacity).allSatisfy { $0 == .waits })
    #expect(offers.dropFirst(capacity).allSatisfy { $0 == .waitsForOldest(at: 0) })
    let isDue = line.request(.unlimited)
    #expect(isDue)
    let step = line.begin()
    #expect(step == .deliver)
    line.deliverAll()
    #expect(line.delivered == Array((1...8).suffix(capacity)))
  }

  @Test func `a requested value that comes during a delivery is never dropped`() {
    var line = Line(capacity: 1)
    _ = line.request(.max(3))
    // Two are requested after the first, and one more may wait.
    let offers = (1...6).map { line.offer($0) }
    #expect(offers == [.deliver, .waits, .waits, .waits, .waitsForOldest(at: 2), .waitsForOldest(at: 2)])
    line.deliverAll()
    #expect(line.delivered == [1, 2, 3])
    let isDue = line.request(.max(1))
    #expect(isDue)
    let step = line.begin()
    #expect(step == .deliver)
    #expect(line.delivered == [1, 2, 3, 6])
  }

  @Test func `nothing is delivered inside a delivery`() {
    var line = Line(capacity: 1)
    _ = line.request(.unlimited)
    let offers = [line.offer(1), line.offer(2)]
    #expect(offers == [.deliver, .waits])
    let begun = line.begin()
    #expect(begun == .nothing)
    let isDue = line.request(.max(1))
    #expect(!isDue)
    let step = line.next()
    #expect(step == .deliver)
    #expect(line.delivered == [1, 2])
  }

  @Test func `a value after one that is due is due after it`() {
    var line = Line(capacity: 1)
    line.offer(1)
    _ = line.request(.unlimited)
    let offer = line.offer(2)
    #expect(offer == .due)
    let step = line.begin()
    #expect(step == .deliver)
    line.deliverAll()
    #expect(line.delivered == [1, 2])
  }

  @Test func `a demand may be as large as the largest integer`() {
    var line = Line(capacity: 5)
    _ = line.request(.max(.max))
    let offers = (1...3).map { line.offer($0) }
    #expect(offers == [.deliver, .waits, .waits])
    line.deliverAll()
    #expect(line.delivered == [1, 2, 3])
  }

  @Test func `a subscriber may request more by returning a demand`() {
    var line = Line(capacity: 1)
    _ = line.request(.max(1))
    line.offer(1)
    line.offer(2)
    let step = line.next(after: .max(1))
    #expect(step == .deliver)
    let offer = line.offer(3)
    #expect(offer == .waits)
    #expect(line.delivered == [1, 2])
  }

  @Test func `a delivery finishes after delivered and waiting values, however late they are requested`() {
    var line = Line(capacity: 5)
    _ = line.request(.max(2))
    for number in 1...3 { line.offer(number) }
    let steps = [line.finish(), line.next(), line.next()]
    #expect(steps == [.nothing, .deliver, .nothing])
    #expect(!line.delivery.isOver)
    let late = line.offer(4)
    #expect(late == .ignored)
    let isDue = line.request(.max(1))
    #expect(isDue)
    let rest = [line.begin(), line.next()]
    #expect(rest == [.deliver, .finish])
    #expect(line.delivery.isOver)
    #expect(line.delivered == [1, 2, 3])
    let offer = line.offer(5)
    #expect(offer == .ignored)
    let again = line.finish()
    #expect(again == .nothing)
  }

  @Test func `a cancel drops the values that wait for demand before the end`() {
    var line = Line(capacity: 1)
    line.offer(1)
    let step = line.finish()
    #expect(step == .nothing)
    line.delivery.cancel()
    let isDue = line.request(.unlimited)
    let begun = line.begin()
    #expect(!isDue)
    #expect(begun == .nothing)
    #expect(line.delivered.isEmpty)
  }

  @Test func `an end that comes during the last delivery is told after it`() {
    var line = Line(capacity: 1)
    _ = line.request(.max(1))
    line.offer(1)
    let steps = [line.finish(), line.begin(), line.next()]
    #expect(steps == [.nothing, .nothing, .finish])
  }

  @Test func `an idle delivery finishes at once`() {
    var line = Line(capacity: 1)
    _ = line.request(.max(1))
    line.offer(1)
    _ = line.next()
    let step = line.finish()
    #expect(step == .finish)
  }

  @Test func `after a cancel nothing is delivered, not even what was due`() {
    var line = Line(capacity: 1)
    _ = line.request(.unlimited)
    line.offer(1)
    line.offer(2)
    line.delivery.cancel()
    #expect(line.delivery.isOver)
    let steps = [line.next(after: .unlimited), line.finish()]
    #expect(steps == [.nothing, .nothing])
    let offer = line.offer(3)
    #expect(offer == .ignored)
    let isDue = line.request(.unlimited)
    #expect(!isDue)
  }
}
