import FlyingSocks
import Foundation
import Synchronization

/// The bytes of an answer on their way, in pieces.
///
/// A client that does not read keeps its answer: what all of them keep is limited.
struct AnswerBody: AsyncBufferedSequence {
  typealias Element = UInt8

  /// Ends a connection behind an answer.
  struct ConnectionEnd: Error {}

  private let data: Data
  private let endsConnection: Bool
  /// Gives the room back when nobody refers to the answer any more.
  private let room: Room.Share?

  init(_ answer: Answer, in room: Room.Share? = nil) {
    (data, endsConnection, self.room) = (answer.body, answer.endsConnection, room)
  }

  func makeAsyncIterator() -> Iterator { Iterator(body: self) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    private static let pieceLength = 64 << 10

    let body: AnswerBody
    private var sent = 0

    init(body: AnswerBody) { self.body = body }

    mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

    mutating func nextBuffer(suggested count: Int) async throws -> Data? {
      guard sent < body.data.count else {
        if body.endsConnection { throw ConnectionEnd() }
        return nil
      }
      let piece = body.data.dropFirst(sent).prefix(Swift.max(count, Self.pieceLength))
      sent += piece.count
      return piece
    }
  }
}

/// The bytes that answers on their way may take in all.
final class Room: Sendable {
  static let limit = 8 << 20

  private let taken = Mutex(0)

  /// A part of the room, which is free again when it is deallocated.
  final class Share: Sendable {
    private let room: Room
    private let size: Int

    fileprivate init(of size: Int, in room: Room) { (self.size, self.room) = (size, room) }

    deinit { room.taken.withLock { $0 -= size } }
  }

  /// Takes room for an answer; `nil` if there is too little.
  func share(of size: Int) -> Share? {
    let isTaken = taken.withLock { taken in
      guard taken + size <= Self.limit else { return false }
      taken += size
      return true
    }
    return isTaken ? Share(of: size, in: self) : nil
  }
}
