/// The runs of one name, by their places in the registry: those that run, those that queue behind them, and one that is
/// held back.
package struct RunLine {
  package private(set) var running = LinkedIndices.List()
  package private(set) var queued = LinkedIndices.List()
  package private(set) var runningCount: Int32 = 0
  package private(set) var queuedCount: Int32 = 0
  private var heldIndex: Int32 = -1

  init() {}

  /// A line with nothing but a running one.
  init(only index: Int) {
    running = LinkedIndices.List(only: index)
    runningCount = 1
  }

  /// The place of the run that is held back.
  package var held: Int? { heldIndex < 0 ? nil : Int(heldIndex) }

  var isEmpty: Bool { runningCount == 0 && queuedCount == 0 && heldIndex < 0 }

  /// The place of a running one beside which there is nothing.
  var only: Int? { runningCount == 1 && queuedCount == 0 && heldIndex < 0 ? running.first : nil }

  mutating func run(_ index: Int, _ links: inout LinkedIndices) {
    links.append(index, to: &running)
    runningCount += 1
  }

  mutating func queue(_ index: Int, _ links: inout LinkedIndices) {
    links.append(index, to: &queued)
    queuedCount += 1
  }

  mutating func hold(_ index: Int) {
    // An index of a slab: see `LinkedIndices`.
    heldIndex = Int32(truncatingIfNeeded: index)
  }

  /// Takes a run out; `limits` are those of the queued ones.
  mutating func remove(_ index: Int, _ links: inout LinkedIndices, _ limits: inout [Int: Int]) {
    if held == index {
      heldIndex = -1
    } else if queuedCount > 0, limits.removeValue(forKey: index) != nil {
      links.remove(index, from: &queued)
      queuedCount -= 1
    } else {
      links.remove(index, from: &running)
      runningCount -= 1
    }
  }
}
