import StoreCore
import Testing

@Suite struct BlockPlacesTests {
  @Test func `the first place of a new block is filled`() {
    let places = Places()
    #expect(places.close(claimed: 1) == 0b1)
    #expect(places.release())
  }

  @Test func `places can be filled in any order`() {
    let places = Places()
    for index in [3, 1, 2] { #expect(places.noteFilled(index)) }
    #expect(places.close(claimed: 4) == 0b1111)
    #expect(places.release())
  }

  @Test func `the last place can be filled`() {
    let places = Places()
    let count = MailboxTop.limitOfPlaces
    for index in 1..<count { #expect(places.noteFilled(index)) }
    #expect(places.close(claimed: count) == 1 << UInt32(count) - 1)
    #expect(places.release())
  }

  @Test func `a place that is not filled is taken away, and its sender hears of it`() {
    let places = Places()
    #expect(places.noteFilled(2))
    #expect(places.close(claimed: 4) == 0b101)
    #expect(!places.noteFilled(1))
    #expect(!places.noteFilled(3))
  }

  @Test func `the block is held until the reader and each such sender have let go`() {
    let places = Places()
    _ = places.close(claimed: 3)
    #expect(!places.release())
    #expect(!places.release())
    #expect(places.release())
  }

  @Test func `a place that is filled while the reader looks counts, and its sender holds nothing`() {
    let places = Places()
    // The reader has seen neither of the two places filled when the first of them is.
    #expect(places.noteFilled(1))
    #expect(places.takeAway(0b110) == 0b11)
    #expect(!places.noteFilled(2))
    #expect(!places.release())
    #expect(places.release())
  }

  /// The same as an object, because expectations copy what they look at.
  private final class Places {
    private let places = BlockPlaces()

    func noteFilled(_ index: Int) -> Bool { places.noteFilled(index) }
    func close(claimed count: Int) -> UInt32 { places.close(claimed: count) }
    func takeAway(_ missing: UInt32) -> UInt32 { places.takeAway(missing) }
    func release() -> Bool { places.release() }
  }
}
