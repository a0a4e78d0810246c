/// The decisions of which connections may go on waiting: of too many the oldest gives way.
struct WaitList<Wait> {
  private let limit: Int
  private var waits: [(id: UInt64, wait: Wait)] = []
  private var lastID: UInt64 = 0

  init(limit: Int) { self.limit = limit }

  /// Adds a wait, and returns its number and the one that gives way.
  mutating func add(_ wait: Wait) -> (id: UInt64, oldest: Wait?) {
    lastID += 1
    waits.append((lastID, wait))
    return (lastID, waits.count > limit ? waits.removeFirst().wait : nil)
  }

  mutating func remove(_ id: UInt64) {
    waits.removeAll { $0.id == id }
  }

  var count: Int { waits.count }
}
