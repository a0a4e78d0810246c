#if Exhaustive
import Testing

@testable import StoreCore

@Suite struct EffectTableStateMachineTests {
  private let table = SampleTable()

  // MARK: Names

  @Test func `the end of a replaced run removes neither its successor nor its successor's node`() {
    let first = table.admitAlone("a", id: "load")
    let second = table.admitAlone("b", id: "load")
    #expect(second?.replaced.runs == ["a"])
    #expect(!table.complete(first))
    #expect(table.machine.runs.contains("load"))
    #expect(table.machine.tree.count == 1)
    #expect(table.cancel("load").runs == ["b"])
    #expect(table.machine.tree.count == 0)
  }

  @Test func `replacing the only effect of an action resumes the waits for it`() throws {
    let first = try #require(table.admitAlone("a", id: "load"))
    #expect(table.wait("w", for: first.node, .own))
    let second = table.admitAlone("b", id: "load")
    #expect(second?.replaced == SampleTable.Taken(runs: ["a"], finished: ["w"]))
  }

  @Test func `an action may replace its own effect without being settled`() {
    let node = table.open()
    table.admit("a", id: "load", node: node)
    table.release(node)
    #expect(table.wait("w", for: node, .own))
    let second = table.admit("b", id: "load", node: node)
    #expect(second?.replaced == SampleTable.Taken(runs: ["a"]))
    #expect(table.end(second) == ["w"])
  }

  @Test func `cancelling names takes their runs name by name, each run once`() {
    for (run, id) in [("a", "x"), ("b", "y"), ("c", "x"), ("d", "z")] {
      table.admitAlone(run, id: EffectID(id), policy: .concurrent)
    }
    #expect(table.cancel("y", "x", "y", "none").runs == ["b", "a", "c"])
    #expect(table.machine.runs.runs == ["d"])
  }

  @Test func `cancelling all takes the runs in the order of their launches, nameless ones too`() {
    let node = table.open()
    table.admit("a", id: "x", node: node)
    table.admitAlone("b")
    table.admit("c", node: node)
    #expect(table.cancelAll().runs == ["a", "b", "c"])
    #expect(table.machine.runs.count == 0)
  }

  @Test func `where several names become free at once, their queued runs begin in the order in which they did`() {
    let node = table.open()
    for id in ["x", "y", "z"] { table.admit("first \(id)", id: EffectID(id), node: node) }
    for id in ["z", "x", "y"] { table.admitAlone("next \(id)", id: EffectID(id), policy: .queue(limit: 1)) }
    let taken = table.cancelTree(node)
    #expect(taken.runs == ["first x", "first y", "first z"])
    #expect(taken.started == ["next x", "next y", "next z"])
  }

  // MARK: Throttles

  @Test func `a held run that replaces an older one belongs to its own action alone`() {
    let older = table.open()
    let newer = table.open()
    let first = table.admit("a", id: "save", edges: .trailing, node: older)
    let second = table.admit("b", id: "save", edges: .trailing, node: newer)
    #expect(second?.replaced.runs == ["a"])
    #expect(first?.key.index == second?.key.index)
    #expect(table.cancelTree(older) == SampleTable.Taken())
    #expect(table.cancelTree(newer).runs == ["b"])
  }

  @Test func `a wait for a held run is resumed when that run has to queue after the waiting one`() {
    let node = table.open()
    let policy = LaunchPolicy.queue(limit: 1)
    let run = table.admit("a", id: "save", policy: policy, edges: .both, node: table.open())
    table.admit("b", id: "save", policy: policy, edges: .both, node: node)
    #expect(table.wait("w", for: node, .own, by: run))
    #expect(table.endWindow(of: "save") == SampleTable.WindowEnd(taken: .init(finished: ["w"]), next: "b"))
  }

  @Test func `a run that can begin because a held run begins is started after it`() {
    let node = table.open()
    for run in ["a", "b", "c"] { table.admit(run, id: "save", policy: .concurrent, node: node) }
    table.admit("queued", id: "save", policy: .atMost(3, .oldestFirst), node: node)
    table.admit("held", id: "save", policy: .atMost(2, .newestWins), edges: .trailing, node: node)
    let taken = SampleTable.Taken(runs: ["a", "b", "c"], started: ["held", "queued"])
    #expect(table.endWindow(of: "save") == SampleTable.WindowEnd(taken: taken, next: "held"))
  }

  @Test func `in the interval of a throttle a launch is refused, or held instead of the one before`() {
    let node = table.open()
    for (edges, begins) in [(ThrottleEdges.leading, true), (.trailing, false), (.both, true)] {
      let id = EffectID("\(edges)")
      let first = table.admit("first", id: id, edges: edges, node: node)
      #expect(first?.begins == begins && first?.opensWindow == true)
      let second = table.admit("second", id: id, policy: .concurrent, edges: edges, node: node)
      #expect((second == nil) == (edges == .leading))
      #expect(second?.begins != true && second?.opensWindow != true)
      #expect(second?.replaced.runs == (edges == .leading ? nil : edges == .trailing ? ["first"] : []))
      #expect(table.admit("other", id: EffectID("other \(edges)"), edges: .leading, node: node)?.begins == true)
      let next = edges == .leading ? nil : "second"
      #expect(table.endWindow(of: id).next == next)
      // The held run has opened another window.
      #expect((table.admit("third", id: id, edges: .leading, node: node) == nil) == (next != nil))
      #expect(table.endWindow(of: id) == SampleTable.WindowEnd())
      #expect(table.admit("fourth", id: id, edges: .leading, node: node)?.begins == true)
    }
    #expect(table.refusal == .throttled)
  }

  @Test func `a window closes if what it held was cancelled, and a held run that its policy refuses is refused`() {
    let node = table.open()
    table.admit("held", id: "x", policy: .atMost(1, .newestWins), edges: .trailing, node: node)
    table.cancel("x")
    table.admit("later", id: "x", node: node)
    #expect(table.endWindow(of: "x") == SampleTable.WindowEnd())
    table.admit("kept out", id: "x", policy: .keepRunning, edges: .trailing, node: node)
    #expect(table.endWindow(of: "x") == SampleTable.WindowEnd(taken: .init(runs: ["kept out"])))
    #expect(table.machine.runs.runs == ["later"])
    #expect(table.admit("first", id: "x", edges: .leading, node: node)?.begins == true)
  }

  // MARK: The ends of runs

  @Test func `a run that completed holds its node until its last action was handled`() throws {
    let run = try #require(table.admitAlone("a", id: "load"))
    #expect(table.wait("w", for: run.node, .own))
    #expect(table.complete(run))
    #expect(!table.machine.runs.contains("load"))
    #expect(!table.machine.tree.isSettled(run.node, scope: .own))
    #expect(!table.complete(run))
    #expect(table.release(run.node) == ["w"])
  }

  @Test func `a cancelled run never completes`() {
    let run = table.admitAlone("a", id: "load")
    table.cancel("load")
    #expect(!table.complete(run))
  }

  @Test func `a cancelled run that continues on the main actor holds its node until it has ended`() throws {
    let run = try #require(table.admitAlone("a", id: "load", traits: RunTraits(continuesOnMainActor: true)))
    #expect(table.wait("w", for: run.node, .own))
    #expect(table.cancel("load") == SampleTable.Taken(runs: ["a"]))
    #expect(table.machine.tree.count == 1)
    #expect(table.release(run.node) == ["w"])
    #expect(table.machine.tree.count == 0)
  }

  @Test func `the key of an ended run does not match the run that reuses its slot`() {
    let first = table.admitAlone("a")
    table.end(first)
    let second = table.admitAlone("b")
    #expect(first?.key.index == second?.key.index)
    #expect(first?.key != second?.key)
    #expect(first?.node != second?.node)
    #expect(!table.complete(first))
    #expect(table.machine.runs.runs == ["b"])
  }

  // MARK: Trees

  @Test func `cancelling a tree takes exactly the runs below it`() throws {
    let root = try #require(table.admitAlone("a"))
    let child = try #require(table.admitAlone("b", parent: root.node))
    table.admitAlone("c", parent: child.node, isCounted: false)
    table.admitAlone("d", parent: root.node)
    table.admitAlone("e")
    #expect(table.cancelTree(child.node).runs == ["b", "c"])
    #expect(table.cancelTree(root.node).runs == ["a", "d"])
    #expect(table.machine.runs.runs == ["e"])
  }

  @Test func `what a run caused is still cancelled with its tree after the run has ended`() throws {
    let root = try #require(table.admitAlone("a"))
    #expect(table.complete(root))
    table.admitAlone("b", parent: root.node)
    table.release(root.node)
    #expect(table.cancelTree(root.node).runs == ["b"])
    #expect(table.machine.tree.count == 0)
  }

  @Test func `a cancelled action starts nothing`() {
    let node = table.open()
    table.cancelTree(node)
    #expect(table.machine.tree.isCancelled(node))
    #expect(table.admit("a", node: node) == nil)
    #expect(table.admitAlone("b", parent: node) == nil)
    let child = table.open(parent: node)
    #expect(table.admit("c", node: child) == nil)
    table.release(child)
    table.release(node)
    #expect(table.machine.tree.count == 0)
    #expect(table.machine.runs.count == 0)
  }

  @Test func `a run is not found by the key of one that had its slot before`() throws {
    let first = try #require(table.admitAlone("a"))
    table.end(first)
    let second = try #require(table.admitAlone("b"))
    #expect(second.key.slot == first.key.slot)
    #expect(table.machine.runs.run(of: first.key) == nil)
    #expect(table.machine.runs.run(of: second.key) == "b")
  }

  // MARK: Closing

  @Test func `closing takes every run and resumes every waiter once`() throws {
    let run = try #require(table.admitAlone("a"))
    let queued = table.open()
    table.admitAlone("b", traits: RunTraits(continuesOnMainActor: true))
    #expect(table.wait("w", for: run.node, .own))
    #expect(table.wait("v", for: queued, .tree))
    let closed = table.close()
    #expect(closed.runs == ["a", "b"])
    #expect(closed.finished.sorted() == ["v", "w"])
    #expect(table.close() == SampleTable.Taken())
    #expect(table.release(queued) == [])
  }

  @Test func `a closed registry refuses without a reason, even if it was stopped before`() {
    table.stop()
    table.close()
    #expect(table.admitAlone("a") == nil)
    #expect(table.refusal == nil)
  }

  @Test func `nothing starts and no wait begins after closing`() {
    let node = table.open()
    table.close()
    #expect(table.machine.isClosed)
    #expect(table.open().isNone)
    #expect(table.admit("a", node: node) == nil)
    #expect(table.admitAlone("b") == nil)
    #expect(!table.wait("w", for: node, .own))
  }

  // MARK: Bounds

  @Test func `an endless chain of actions and effects keeps few nodes`() throws {
    var run = try #require(table.admitAlone("0"))
    let root = run.node
    #expect(table.wait("own", for: root, .own))
    #expect(table.wait("tree", for: root, .tree))
    var most = 0
    var resumed: [String] = []
    for link in 1...10_000 {
      _ = table.complete(run)
      let next = try #require(table.admitAlone("\(link)", parent: run.node))
      resumed += table.release(run.node)
      run = next
      most = max(most, table.machine.tree.count)
    }
    #expect(most <= 3)
    #expect(resumed == ["own"])
    #expect(table.end(run) == ["tree"])
    #expect(table.machine.tree.count == 0)
    #expect(table.machine.runs.count == 0)
  }

  @Test func `an endless effect that waits for each of its actions keeps few nodes`() throws {
    let run = try #require(table.admitAlone("a"))
    var most = 0
    for _ in 0..<10_000 {
      let action = table.open(parent: run.node)
      #expect(table.wait("w", for: action, .tree, by: run))
      let caused = table.admit("b", node: action)
      table.release(action)
      most = max(most, table.machine.tree.count)
      #expect(table.end(caused) == ["w"])
      table.giveUp("w", from: action, .tree, by: run)
    }
    #expect(most <= 2)
    #expect(table.machine.tree.count == 1)
  }

  @Test func `the elements of an endless stream keep few nodes`() throws {
    let stream = try #require(table.admitAlone("a", traits: RunTraits(isStream: true)))
    var most = 0
    for _ in 0..<10_000 {
      let element = table.admitAlone("b", id: "show", parent: stream.node, isCounted: false)
      most = max(most, table.machine.tree.count)
      #expect(element != nil)
    }
    #expect(most <= 3)
  }

  @Test func `an ended run leaves no links by which another could be taken for it`() {
    let node = table.open()
    let first = table.admit("a", node: node)
    table.admit("b", node: node)
    table.end(first)
    // In the slot of the run that has ended, and after it.
    let other = table.open()
    table.admit("c", node: other)
    table.admit("d", node: other)
    #expect(table.cancelTree(node).runs == ["b"])
    #expect(table.cancelTree(other).runs == ["c", "d"])
  }

  @Test func `runs are active from their beginning to their end, except streams and queued ones`() {
    let node = table.open()
    let first = table.admit("a", id: "x", policy: .queue(limit: 1), node: node)
    table.admit("b", id: "x", policy: .queue(limit: 1), node: node)
    table.admit("stream", node: node, traits: RunTraits(isStream: true))
    #expect(table.machine.runs.activeCount == 1)
    #expect(table.complete(first))
    #expect(table.machine.runs.activeCount == 0)
    #expect(first.map { table.finish($0).started } == ["b"])
    #expect(table.machine.runs.activeCount == 1)
    #expect(table.cancelAll().runs == ["b", "stream"])
    #expect(table.machine.runs.activeCount == 0)
  }

  @Test func `a cancelled run leaves no links by which another could be taken for it`() {
    let node = table.open()
    table.admit("a", id: "a", node: node)
    table.admit("b", node: node)
    table.cancel("a")
    // In the slot of the run that was cancelled, and after it.
    let other = table.open()
    table.admit("c", node: other)
    table.admit("d", node: other)
    #expect(table.cancelTree(node).runs == ["b"])
    #expect(table.cancelTree(other).runs == ["c", "d"])
  }

  @Test func `a tree whose stream was cancelled still waits for its other effects`() {
    let node = table.open()
    table.admit("stream", id: "stream", node: node, traits: RunTraits(isStream: true))
    let other = table.admit("a", node: node)
    table.release(node)
    #expect(table.wait("w", for: node, .tree))
    #expect(table.cancel("stream").finished == [])
    #expect(table.end(other) == ["w"])
  }

  @Test func `runs are taken out in the order of their launches, whatever has ended before`() {
    let node = table.open()
    let first = table.admit("a", node: node)
    table.admit("b", node: node)
    table.end(first)
    table.admit("c", node: node)
    #expect(table.cancelAll().runs == ["b", "c"])
  }
}
#endif
