import ElmEngine
import Testing

/// The search of an array for the child of an id.
@Suite struct ChildPlaceTests {
  private struct Row<ID: Hashable>: Identifiable {
    let id: ID
    var isFound = false
  }

  /// Ids that begin alike, are too long to be stored inline, or are equal although they are encoded differently.
  private static let ids = [
    "", "K", "K-1", "K-10", "\u{212A}-1", "\u{212A}", "\u{212A}-10", "K\u{301}", "\u{1E30}", "é", "e\u{301}", "e", ";",
    "\u{37E}", "row-00000000000000000001", "row-00000000000000000002", "row-0000000000000000000",
    "row-\u{1F1E9}\u{1F1EA}",
  ]

  @Test(arguments: [ids, ids.reversed()])
  func `the first element with an equal id is found, however its string is encoded`(ids: [String]) {
    for id in ids {
      var rows = ids.map { Row(id: $0) }
      #expect(rows.changeChild(id) { $0.isFound = true })
      #expect(rows.firstIndex { $0.isFound } == ids.firstIndex(of: id))
    }
    var rows = ids.map { Row(id: $0) }
    #expect(!rows.changeChild("row-00000000000000000003") { $0.isFound = true })
    #expect(!rows.contains { $0.isFound })
  }

  @Test func `ids of other types are found, too`() {
    var rows = [3, 1, 2, 1].map { Row(id: $0) }
    #expect(rows.changeChild(1) { $0.isFound = true })
    #expect(rows.map(\.isFound) == [false, true, false, false])
  }
}
