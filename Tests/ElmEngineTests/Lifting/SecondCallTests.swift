import ElmEngine
import Testing

/// Lifts whose functions call the closure that they are given a second time.
@Suite struct SecondCallTests {
  /// The lifts that call a function of the user's to change a child; the number stands for the line of the call.
  enum Way: UInt, CaseIterable, Codable, Sendable {
    case closures = 1
    case closuresOfIdentified
    case closuresOfEach
    case collection
  }

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
    var notes: [String] = []
    var guest = House.Guest(id: 1)
    var guests = Twice()
  }

  @MainActor
  private static func reducer(_ way: Way) -> ComposedReducer<Home, JournalAction> {
    let parent = ComposedReducer<Home, JournalAction> { _, _ in .none }
    let line = way.rawValue
    switch way {
    case .closures:
      return parent.lifting(journal, id: "a", line: line) { (home: inout Home, change: (inout [String]) -> Void) in
        change(&home.notes)
        change(&home.notes)
      } read: { home, body in
        body(home.notes)
      } action: {
        $0
      } embed: {
        $0
      }
    case .closuresOfIdentified:
      return parent.lifting(guestbook, id: "a", line: line) { (home: inout Home, change: (inout House.Guest) -> Void) in
        change(&home.guest)
        change(&home.guest)
      } read: { home, body in
        body(home.guest)
      } action: {
        $0
      } embed: {
        $0
      }
    case .closuresOfEach:
      return parent.lifting(each: guestbook, id: "a", line: line) {
        (home: inout Home, _: Int, change: (inout House.Guest) -> Void) in
        change(&home.guest)
        change(&home.guest)
      } read: { home, _, body in
        body(home.guest)
      } action: {
        (1, $0)
      } embed: {
        $1
      }
    case .collection:
      return parent.lifting(each: guestbook, id: "a", state: \.guests, line: line) {
        (1, $0)
      } embed: {
        $1
      }
    }
  }

  // The child's reducer ran twice, and the effects of its first run were lost in silence.
  @Test(arguments: Way.allCases)
  func `a second call for one action ends the program at the line of the lift`(way: Way) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [way] in
      await MainActor.run {
        var home = Home()
        _ = try? SecondCallTests.reducer(way).reduce(&home, .note("a"))
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        The '\(way == .collection ? "changeChild" : "change")' of the lift 'a' called its closure twice for one action.

        Each call runs the child's reducer, and the effects of all but one would be lost.

        Call the closure once with the child's state, or not at all if there is no child.
        """
      )
    )
    #expect(text.contains("\(#fileID):\(way.rawValue): "))
  }
}
