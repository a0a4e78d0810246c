import Foundation
import Testing

@testable import StoreInspector

/// The bytes of answers on their way.
@Suite struct AnswerBodyTests {
  private func pieces(_ body: AnswerBody) async throws -> [Data] {
    var (pieces, iterator) = ([Data](), body.makeAsyncIterator())
    while let piece = try await iterator.nextBuffer(suggested: 1) { pieces.append(piece) }
    return pieces
  }

  @Test(arguments: [0, 1, 64 << 10, 64 << 10 + 1, 200_000])
  func `a body is sent in pieces`(_ count: Int) async throws {
    let text = String(repeating: "x", count: count)
    let pieces = try await pieces(AnswerBody(Answer(json: text)))
    #expect(pieces.reduce(Data(), +) == Data(text.utf8))
    #expect(pieces.allSatisfy { $0.count <= 64 << 10 && !$0.isEmpty })
  }

  @Test func `bytes come one by one too`() async throws {
    var iterator = AnswerBody(Answer(json: "ab")).makeAsyncIterator()
    #expect(try await iterator.next() == UInt8(ascii: "a"))
  }

  @Test func `a connection ends behind the last piece`() async throws {
    var answer = Answer(json: "ab")
    answer.endsConnection = true
    var iterator = AnswerBody(answer).makeAsyncIterator()
    #expect(try await iterator.nextBuffer(suggested: 9) == Data("ab".utf8))
    await #expect(throws: AnswerBody.ConnectionEnd.self) { try await iterator.nextBuffer(suggested: 9) }
  }

  @Test func `answers share a room, which their end gives back`() {
    let room = Room()
    var shares = [room.share(of: Room.limit - 1), room.share(of: 1)]
    #expect(shares.allSatisfy { $0 != nil })
    #expect(room.share(of: 1) == nil)
    shares[1] = nil
    shares[1] = room.share(of: 1)
    #expect(shares[1] != nil)
    shares = []
    #expect(room.share(of: Room.limit) != nil)
  }
}
