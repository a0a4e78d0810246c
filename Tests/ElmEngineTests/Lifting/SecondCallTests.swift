import ElmEngine
import Testing

/// A lift whose collection calls the closure that it is given a second time.
@Suite struct SecondCallTests {
  private struct Twice: ChildCollection {
    var guest = House.Guest(id: 1)

    mutating func changeChild(_ id: Int, _ change: (inout House.Guest) -> Void) -> Bool {
      change(&guest)
      change(&guest)
      return true
    }

    func readChildren(_ ids: [Int], _ body: (Int, House.Guest) -> Void) {
      for place in ids.indices { body(place, guest) }
    }

    func childIDs(missingSince old: Twice) -> [Int] { [] }

    func sharesStorage(with other: Twice) -> Bool { false }
  }

  private struct Home {
    var guests = Twice()
  }

  @MainActor
  private static func makeReducer() -> ComposedReducer<Home, JournalAction> {
    ComposedReducer<Home, JournalAction> { _, _ in .none }
      .lifting(
        guestbook,
        at: ChildList(\.guests, id: "a") {
          $1
        } extract: {
          (1, $0)
        },
        line: 7
      )
  }

  // The child's reducer ran twice, and the effects of its first run were lost in silence.
  @Test func `a second call for one action ends the program at the line of the lift`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        var home = Home()
        _ = try? SecondCallTests.makeReducer().reduce(&home, .note("a"))
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        The 'changeChild' of the lift 'a' called its closure twice for one action.

        Each call runs the child's reducer, and the effects of all but one would be lost.

        Call the closure once with the child's state, or not at all if there is no child.
        """
      )
    )
    #expect(text.contains("\(#fileID):7: "))
  }
}
