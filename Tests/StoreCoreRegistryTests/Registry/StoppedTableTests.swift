#if Exhaustive
import Testing

@testable import StoreCore

/// The decisions of a registry that is stopped.
@Suite struct StoppedTableTests {
  private let table = SampleTable()

  @Test func `a stop takes out all runs, and resumes the waits for them`() {
    let node = table.open()
    table.admit("a", id: "x", node: node)
    table.admit("b", id: "x", policy: .queue(limit: 5), node: node)
    table.admit("late", node: node, traits: RunTraits(continuesOnMainActor: true))
    table.release(node)
    let other = table.admitAlone("c")
    #expect(table.wait("w", for: other?.node ?? .none, .own))
    #expect(table.stop() == SampleTable.Taken(runs: ["a", "b", "late", "c"], finished: ["w"]))
    #expect(table.machine.runs.count == 0)
    // The node of the run that has not completed yet.
    #expect(table.machine.tree.count == 1)
    #expect(table.release(node) == [])
    #expect(table.machine.tree.count == 0)
  }

  @Test func `nothing is admitted before a start`() {
    table.stop()
    let node = table.open()
    #expect(!node.isNone, "it is not closed")
    #expect(table.admit("a", node: node) == nil)
    #expect(table.admitAlone("b") == nil)
    #expect(!table.begin("group", node: node))
    #expect(table.refusal == .stoppedStore)
    table.start()
    #expect(table.admit("a", node: node) != nil)
    #expect(table.admitAlone("b") != nil)
    #expect(table.begin("group", node: node))
  }

  @Test func `what was open stays cancelled after a start`() {
    let node = table.open()
    let child = table.open(parent: node)
    #expect(table.begin("group", node: node))
    table.stop()
    table.start()
    #expect(table.machine.tree.isCancelled(node) && table.machine.tree.isCancelled(child))
    #expect(table.admit("a", node: node) == nil)
    #expect(table.admitAlone("b", parent: child) == nil)
    let later = (inside: table.open(parent: child), outside: table.open())
    #expect(table.machine.tree.isCancelled(later.inside))
    #expect(!table.machine.tree.isCancelled(later.outside))
    #expect(table.machine.containers.contains("group") == false)
  }

  @Test func `a slot that was free at the stop is not cancelled when it is reused`() {
    let gone = table.open()
    table.release(gone)
    let kept = table.open(parent: table.open())
    table.stop()
    table.start()
    let nodes = (0..<3).map { _ in table.open() }
    #expect(nodes.allSatisfy { !table.machine.tree.isCancelled($0) })
    #expect(table.machine.tree.isCancelled(kept))
  }

  @Test func `a stop does not let waiting runs begin`() {
    table.admitAlone("a", id: "x", policy: .queue(limit: 5))
    table.admitAlone("b", id: "x", policy: .queue(limit: 5))
    table.admitAlone("c", id: "y", policy: .atMost(1, .oldestFirst))
    table.admitAlone("d", id: "y", policy: .atMost(1, .oldestFirst))
    #expect(table.stop().started == [])
    table.start()
    #expect(table.machine.runs.count == 0)
  }

  @Test func `a run that a throttle holds does not begin when its interval ends`() {
    let node = table.open()
    for run in ["a", "b", "c"] {
      table.admit(run, id: "x", edges: .both, node: node)
    }
    #expect(table.stop().runs == ["a", "c"])
    table.start()
    #expect(table.endWindow(of: "x") == SampleTable.WindowEnd())
  }

  @Test func `cancelling all nodes leaves the counts as they are`() {
    var tree = ActionTree<String>()
    let root = tree.open(parent: .none, isCounted: false)
    let child = tree.open(parent: root, isCounted: true)
    tree.addWaiter("w", to: root, scope: .tree)
    tree.cancelAll()
    #expect(tree.isCancelled(root) && tree.isCancelled(child))
    var finished: [String] = []
    tree.release(root, isStream: false, into: &finished)
    #expect(finished == [])
    tree.release(child, isStream: false, into: &finished)
    #expect(finished == ["w"])
    #expect(tree.count == 0)
  }
}
#endif
