import StoreCore
import Testing
import _StoreTestSupport

/// What comes into a mailbox and out of it again; many threads are in `MailboxRaceTests`.
///
/// The mailboxes have no store: they are read here.
@MainActor
@Suite struct MailboxTests {
  private struct Message: Hashable, Sendable {
    let sender: Int
    let number: Int
  }

  private let table = EffectTable(options: StoreOptions())

  // MARK: Order

  @Test(arguments: [0, 1, 2, 14, 15, 16, 200])
  func `actions come out in the order in which they came in`(count: Int) {
    let mailbox = Mailbox<Int>(table: table)
    for number in 0..<count { mailbox.push(number) }
    #expect(actions(mailbox.takeAll()) == Array(0..<count))
    #expect(actions(mailbox.takeAll()) == [])
    // It is awake now.
    for number in 0..<count { mailbox.push(number) }
    #expect(actions(mailbox.takeAll()) == Array(0..<count))
  }

  @Test func `letters keep their places among actions`() {
    let mailbox = Mailbox<Int>(table: table)
    let letters = (0..<60).map { _ in Letter(.run) }
    for (index, letter) in letters.enumerated() {
      mailbox.push(letter)
      // Of actions between two of them there are none, one, and enough for several blocks.
      for number in 0..<(index % 40) { mailbox.push(number) }
    }
    var taken = mailbox.takeAll()
    for (index, letter) in letters.enumerated() {
      #expect(taken.popFirstLetter() === letter)
      for number in 0..<(index % 40) {
        guard case .action(number)? = asAction(taken.popFirst()) else {
          Issue.record("action \(number) behind letter \(index)")
          return
        }
      }
    }
    let isOver = taken.isEmpty
    #expect(isOver)
  }

  @Test func `large actions, and those without a size, come out as they came in`() {
    // One in each block, although that is longer than blocks are to be.
    struct Huge {
      var first: SIMD64<Double>
      var second: SIMD64<Double>
    }
    let huge = Mailbox<Huge>(table: table)
    let large = Mailbox<SIMD64<Double>>(table: table)
    let empty = Mailbox<Void>(table: table)
    for number in 0..<20 {
      let numbers = SIMD64(repeating: Double(number))
      huge.push(Huge(first: numbers, second: numbers + 1))
      large.push(numbers)
      empty.push(())
    }
    let received = actions(huge.takeAll())
    #expect(received.map { $0.first[63] } == (0..<20).map(Double.init))
    #expect(received.map { $0.second[63] } == (1...20).map(Double.init))
    #expect(actions(large.takeAll()).map { $0[63] } == (0..<20).map(Double.init))
    #expect(actions(empty.takeAll()).count == 20)
  }

  @Test func `the reader can tell none, one and several apart`() {
    let mailbox = Mailbox<Int>(table: table)
    #expect(mailbox.countOfFirst == 0)
    mailbox.push(1)
    #expect(mailbox.countOfFirst == 1)
    mailbox.push(2)
    #expect(mailbox.countOfFirst == 2)
    _ = mailbox.takeAll()
    #expect(mailbox.countOfFirst == 0)
    // It is awake: they share a block.
    mailbox.push(3)
    #expect(mailbox.countOfFirst == 1)
    mailbox.push(4)
    #expect(mailbox.countOfFirst == 2)
    _ = mailbox.takeAll()
    mailbox.push(Letter(.run))
    #expect(mailbox.countOfFirst == 1)
    mailbox.push(Letter(.run))
    #expect(mailbox.countOfFirst == 2)
  }

  // MARK: A sender that is not done

  @Test func `a sender that has not filled its place is not waited for, and sends anew`() throws {
    let mailbox = Mailbox<Int>(table: table)
    mailbox.push(0)
    mailbox.push(1)
    let place = try #require(mailbox.claim(for: 2))
    mailbox.push(3)
    #expect(actions(mailbox.takeAll()) == [0, 1, 3])
    #expect(actions(mailbox.takeAll()) == [])
    #expect(place.fill(with: 2) == 2)
    mailbox.push(2)
    #expect(actions(mailbox.takeAll()) == [2])
  }

  @Test func `a place that is filled in time is like any other`() throws {
    let mailbox = Mailbox<Int>(table: table)
    mailbox.push(0)
    mailbox.push(1)
    let place = try #require(mailbox.claim(for: 2))
    mailbox.push(3)
    #expect(place.fill(with: 2) == nil)
    #expect(actions(mailbox.takeAll()) == [0, 1, 2, 3])
  }

  @Test(arguments: 0..<200)
  func `whenever senders are interrupted, each one's actions arrive once and in order`(seed: Int) {
    var random = SplitMix64(seed: seed)
    let mailbox = Mailbox<Message>(table: table)
    var places = [ActionBlockPlace<Message>?](repeating: nil, count: 4)
    var numbers = [Int](repeating: 0, count: 4)
    var received: [Message] = []
    for step in 0..<400 {
      let sender = random.number(below: 4)
      if random.happens(onceIn: 12) {
        received += actions(mailbox.takeAll())
        // Of those that have been sent none is missing, whoever is in the middle of it.
        #expect(Set(received) == sent(numbers), "step \(step)")
      }
      let message = Message(sender: sender, number: numbers[sender])
      if let place = places[sender] {
        places[sender] = nil
        if place.fill(with: message) != nil { mailbox.push(message) }
        numbers[sender] += 1
      } else if let place = mailbox.claim(for: message) {
        places[sender] = place
      } else {
        numbers[sender] += 1
      }
    }
    for (sender, place) in places.enumerated() {
      let message = Message(sender: sender, number: numbers[sender])
      guard let place else { continue }
      if place.fill(with: message) != nil { mailbox.push(message) }
      numbers[sender] += 1
    }
    received += actions(mailbox.takeAll())
    for sender in 0..<4 {
      #expect(received.filter { $0.sender == sender }.map(\.number) == Array(0..<numbers[sender]))
    }
  }

  private func sent(_ numbers: [Int]) -> Set<Message> {
    Set(numbers.enumerated().flatMap { sender, count in (0..<count).map { Message(sender: sender, number: $0) } })
  }

  @Test func `an action that comes too late to be on top is not added, and the sender hears what is`() {
    let mailbox = Mailbox<Box>(table: table)
    mailbox.push(Letter(.run))
    for push in [mailbox.pushLetter, mailbox.pushBlock] {
      weak var late: Box?
      do {
        let box = Box()
        late = box
        // Others have pushed since it looked.
        let top = push(box, .idle)
        #expect(top?.isEmpty == false && top?.isBlock == false)
      }
      #expect(late == nil)
    }
    #expect(mailbox.countOfFirst == 1)
  }

  // MARK: Inside a block

  @Test func `a turn in the course of an action leaves the rest of its block in front`() {
    var store: ScriptStore<Int>?
    store = ScriptStore { number in
      if number == 5 {
        store?.enqueue(100)
        // As a run loop in a handler has it.
        store?.runtime.drainWhenDue()
      }
      return .none
    }
    for number in 0..<20 { store?.enqueue(number) }
    store?.send(200)
    #expect(store?.state == Array(0..<20) + [200, 100])
  }

  @Test func `a store that stops and starts in the course of an action drops the rest of its block`() {
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
    // It was sent before the action was handled, as the others were; what comes later is handled.
    store?.send(21)
    #expect(store?.state == Array(0...5))
    store?.send(22)
    #expect(store?.state == Array(0...5) + [22])
  }

  // MARK: Memory

  @Test func `actions that nobody takes out are released`() {
    let mailbox = Mailbox<Box>(table: table)
    weak var first: Box?
    weak var last: Box?
    do {
      let boxes = (0..<40).map { _ in Box() }
      (first, last) = (boxes[0], boxes[39])
      for box in boxes { mailbox.push(box) }
      var taken = mailbox.takeAll()
      _ = taken.popFirst()
      _ = taken.popFirst()
      _ = taken.popFirst()
    }
    #expect(first == nil && last == nil)
  }

  @Test func `an action that was taken out is not kept by its block`() {
    let mailbox = Mailbox<Box>(table: table)
    weak var second: Box?
    do {
      let boxes = (0..<3).map { _ in Box() }
      second = boxes[1]
      for box in boxes { mailbox.push(box) }
    }
    var taken = mailbox.takeAll()
    _ = taken.popFirst()
    #expect(second != nil)
    _ = taken.popFirst()
    #expect(second == nil)
    #expect(actions(taken).count == 1)
  }

  @Test func `an action that its sender takes back is held by nobody else`() throws {
    let mailbox = Mailbox<Box>(table: table)
    weak var returned: Box?
    do {
      let box = Box()
      returned = box
      mailbox.push(Box())
      mailbox.push(Box())
      let place = try #require(mailbox.claim(for: box))
      _ = actions(mailbox.takeAll())
      #expect(place.fill(with: box) === box)
    }
    #expect(returned == nil)
  }

  private final class Box: Sendable {}

  // MARK: Support

  /// All actions that were taken out.
  private func actions<Action>(_ letters: consuming Letters<Action>) -> [Action] {
    var actions: [Action] = []
    while let delivery = letters.popFirst() {
      if case .action(let action)? = asAction(delivery) { actions.append(action) }
    }
    return actions
  }

  /// The same, with an action that has a letter to itself as what it is.
  private func asAction<Action>(_ delivery: Delivery<Action>?) -> Delivery<Action>? {
    guard case .letter(let letter)? = delivery, let letter = letter as? ActionLetter<Action> else { return delivery }
    return .action(letter.action)
  }
}
