import StoreCore
import Testing

/// A sender and the reader of a block at the same time.
///
/// Run under the thread sanitizer too, which sees the memory that is written here beside the places: in a mailbox it sees
/// nothing of an action, because Swift copies that where the sanitizer does not look.
@Suite(.timeLimit(.minutes(10))) struct BlockPlacesRaceTests {
  @Test(arguments: 0..<8)
  func `a place is filled or taken away, and who is told so sees what the other has written`(time: Int) async {
    // Each task sends in half of the rounds and reads in the others: whichever comes first, some places are filled in
    // time and some are taken away. In opposite directions, so that they meet.
    let rounds = (0..<20_000).map(Round.init)
    let (one, other) = (rounds[..<10_000], rounds[10_000...])
    async let freedByFirst = Task { @concurrent in one.map { $0.send() } + other.map { $0.read() } }.value
    async let freedBySecond = Task { @concurrent in
      Array((other.reversed().map { $0.send() } + one.reversed().map { $0.read() }).reversed())
    }.value
    let freed = await zip(freedByFirst, freedBySecond).map { ($0 ? 1 : 0) + ($1 ? 1 : 0) }
    #expect(freed == Array(repeating: 1, count: rounds.count))
    #expect(rounds.allSatisfy { $0.isRight })
  }

  /// One block of which a sender has claimed the second place.
  // Sendable: what is written is ordered by the places, as is tested here.
  private final class Round: @unchecked Sendable {
    private let number: Int
    private let places = BlockPlaces()
    /// What the sender writes before it fills the place, and before it lets go.
    private let ofSender = UnsafeMutablePointer<Int>.allocate(capacity: 2)
    /// What the reader writes before it closes the block, and before it lets go.
    private let ofReader = UnsafeMutablePointer<Int>.allocate(capacity: 2)
    private var wasRightForSender = true
    private var wasRightForReader = true

    init(number: Int) {
      self.number = number
      ofSender.initialize(repeating: -1, count: 2)
      ofReader.initialize(repeating: -1, count: 2)
    }

    deinit {
      ofSender.deallocate()
      ofReader.deallocate()
    }

    var isRight: Bool { wasRightForSender && wasRightForReader }

    /// Fills the place; tells whether the sender was the last to hold the block.
    func send() -> Bool {
      ofSender[0] = number
      guard !places.noteFilled(1) else { return false }
      wasRightForSender = ofReader[0] == number
      ofSender[1] = number
      guard places.release() else { return false }
      wasRightForSender = wasRightForSender && ofReader[1] == number
      return true
    }

    /// Closes the block; tells whether the reader was the last to hold it.
    func read() -> Bool {
      ofReader[0] = number
      let isFilled = places.close(claimed: 2) == 0b11
      if isFilled {
        wasRightForReader = ofSender[0] == number
      }
      ofReader[1] = number
      guard places.release() else { return false }
      if !isFilled {
        // The sender has taken its action back, and let go before.
        wasRightForReader = ofSender[1] == number
      }
      return true
    }
  }
}
