import StoreCore
import Testing

@Suite struct MailboxTopTests {
  private let letter = Letter(.run)

  @Test func `what is idle or awake is empty`() {
    #expect(MailboxTop.idle.isEmpty && MailboxTop.awake.isEmpty)
    #expect(MailboxTop.idle != .awake)
  }

  @Test(arguments: [true, false])
  func `a letter is found again, and is no block`(isAction: Bool) {
    // Unmanaged: the letter is held by the test.
    let top = MailboxTop(.passUnretained(letter), isAction: isAction)
    #expect(!top.isEmpty && !top.isBlock)
    // Held as above.
    #expect(top.letter.takeUnretainedValue() === letter)
  }

  @Test func `a block is found again with each number of places`() {
    let address = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
    defer { address.deallocate() }
    var top = MailboxTop(block: address, count: 1)
    for count in 1...MailboxTop.limitOfPlaces {
      #expect(!top.isEmpty && top.isBlock)
      #expect(top.count == count)
      #expect(top.address == address)
      if count < MailboxTop.limitOfPlaces { top = top.withOneMore }
    }
  }

  @Test func `an action behind nothing or behind another letter has one to itself`() {
    // Unmanaged: the letter is held by the test.
    let letter = MailboxTop(.passUnretained(letter), isAction: false)
    #expect(MailboxTop.idle.way(capacity: MailboxTop.limitOfPlaces) == .letter)
    #expect(letter.way(capacity: MailboxTop.limitOfPlaces) == .letter)
  }

  @Test func `an action behind another, or while the store is awake, begins a block`() {
    // Unmanaged: the letter is held by the test.
    let action = MailboxTop(.passUnretained(letter), isAction: true)
    #expect(action.way(capacity: MailboxTop.limitOfPlaces) == .block)
    #expect(MailboxTop.awake.way(capacity: MailboxTop.limitOfPlaces) == .block)
  }

  @Test func `an action takes the next place of a block until that is full`() {
    let address = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
    defer { address.deallocate() }
    #expect(MailboxTop(block: address, count: 1).way(capacity: 3) == .place(1))
    #expect(MailboxTop(block: address, count: 2).way(capacity: 3) == .place(2))
    #expect(MailboxTop(block: address, count: 3).way(capacity: 3) == .block)
    #expect(MailboxTop(block: address, count: 1).way(capacity: 1) == .block)
  }
}
