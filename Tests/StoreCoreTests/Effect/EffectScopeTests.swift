import Foundation
import StoreCore
import Testing

@Suite struct EffectScopeTests {
  private let row = EffectScope("rows").appending(7)

  @Test func `a scope consists of its parts, outermost first`() {
    #expect(row.parts == ["rows", 7])
    #expect(row.depth == 2)
    #expect(row.outer == EffectScope("rows"))
    #expect(EffectScope("rows").outer == nil)
    #expect("\(row)" == "rows/7")
  }

  @Test func `scopes of equal parts are equal, however they were made`() {
    #expect(
      EffectScope("a").appending(EffectScope("b").appending("c")) == EffectScope("a").appending("b").appending("c")
    )
    #expect(EffectScope(row) == row)
    #expect(EffectScope("a").appending(row).parts == ["a", "rows", 7])
    #expect(Set([row, EffectScope("rows").appending(7), EffectScope("rows").appending(8)]).count == 2)
  }

  @Test func `parts differ by type, value and order`() {
    let scopes = [
      row, EffectScope("rows").appending("7"), EffectScope(7).appending("rows"), EffectScope("rows"), EffectScope(7),
      row.appending(7), EffectScope("rows").appending("rows"), EffectScope("rows").appending("rows").appending("rows"),
    ]
    #expect(Set(scopes).count == scopes.count)
    for (place, scope) in scopes.enumerated() {
      #expect(scopes.firstIndex(of: scope) == place)
    }
  }

  /// A part whose values all have the same hash.
  private struct Colliding: Hashable, Sendable {
    let number: Int
    func hash(into hasher: inout Hasher) {}
  }

  @Test func `scopes with equal hashes are distinguished by their parts`() {
    func scopes(_ number: Int) -> [EffectScope] {
      let part = Colliding(number: number)
      return [EffectScope(part), row.appending(part), EffectScope(part).appending("a")]
    }
    for (first, second) in zip(scopes(1), scopes(2)) {
      #expect(first.hashValue == second.hashValue)
      #expect(first != second)
    }
    #expect(scopes(1) == scopes(1))
  }

  @Test func `a scope contains itself and what is nested in it`() {
    #expect(row.contains(row))
    #expect(row.contains(EffectScope("rows").appending(7).appending("detail").appending(1)))
    #expect(!row.contains(EffectScope("rows")))
    #expect(!row.contains(EffectScope("rows").appending(8).appending("detail")))
    #expect(!row.contains(EffectScope("other").appending(row)))
  }

  @Test func `a path of a hundred thousand parts can be appended to another one`() {
    let path = (1..<100_000).reduce(EffectScope(0)) { $0.appending($1) }
    let appended = row.appending(path)
    #expect(appended.depth == path.depth + 2)
    #expect(row.contains(appended))
  }

  @Test func `a path of any length is released on a thread with a small stack`() async {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        var path: EffectScope? = (1..<100_000).reduce(EffectScope(0)) { $0.appending($1) }
        // Shared with another path, which is used afterwards.
        let outer = path?.outer?.outer
        path = nil
        #expect(outer?.depth == 99_998)
        continuation.resume()
      }
      thread.stackSize = 512 * 1_024
      thread.start()
    }
  }
}
