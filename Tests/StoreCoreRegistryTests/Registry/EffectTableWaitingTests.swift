#if Exhaustive
import Testing

@testable import StoreCore

/// The waits for effects, and those that are not allowed.
@Suite struct EffectTableWaitingTests {
  private let table = SampleTable()
  private let stream = RunTraits(isStream: true)

  @Test func `there is nothing to wait for if a node was released`() {
    let node = table.open()
    table.release(node)
    #expect(!table.wait("w", for: node, .own))
    #expect(!table.wait("w", for: node, .tree))
    #expect(!table.wait("w", for: .none, .own))
  }

  @Test func `all waits for a node are resumed when the store is closed`() {
    let node = table.open()
    #expect(table.wait("own", for: node, .own))
    #expect(table.wait("tree", for: node, .tree))
    #expect(table.close().finished == ["own", "tree"])
  }

  @Test func `no wait begins once the store is closed, even if a handler has not returned`() {
    let node = table.open()
    _ = table.close()
    #expect(!table.wait("w", for: node, .own))
    #expect(!table.wait("w", for: node, .tree))
  }

  @Test func `an action's own effects are waited for until the last one has ended`() {
    let node = table.open()
    let first = table.admit("a", node: node)
    let second = table.admit("b", node: node)
    #expect(table.wait("w", for: node, .own))
    #expect(table.release(node) == [])
    #expect(table.end(first) == [])
    #expect(table.end(second) == ["w"])
  }

  @Test func `an endless stream is waited for by its action and not by a tree`() throws {
    let run = try #require(table.admitAlone("a", traits: stream))
    #expect(!table.wait("tree", for: run.node, .tree))
    #expect(table.wait("own", for: run.node, .own))
    #expect(table.end(run, isStream: true) == ["own"])
  }

  @Test func `a tree whose effect starts a lone stream does not wait for the stream`() throws {
    let run = try #require(table.admitAlone("a"))
    #expect(table.wait("w", for: run.node, .tree))
    #expect(table.complete(run))
    table.admitAlone("b", parent: run.node, traits: stream)
    #expect(table.release(run.node) == ["w"])
  }

  @Test func `a lone effect is waited for like an action with that effect`() throws {
    for traits in [RunTraits(), stream] {
      let alone = SampleTable()
      let parent = alone.open()
      let child = try #require(alone.admitAlone("a", parent: parent, traits: traits))
      let composed = SampleTable()
      let otherParent = composed.open()
      let otherChild = composed.open(parent: otherParent)
      composed.admit("a", node: otherChild, traits: traits)
      composed.release(otherChild)
      for (table, parent, child) in [(alone, parent, child.node), (composed, otherParent, otherChild)] {
        #expect(table.machine.tree.isSettled(child, scope: .tree) == traits.isStream)
        #expect(!table.machine.tree.isSettled(child, scope: .own))
        #expect(table.wait("w", for: parent, .tree))
        #expect(table.release(parent) == (traits.isStream ? ["w"] : []))
      }
    }
  }

  @Test func `a waiter that gave up is not resumed`() {
    let node = table.open()
    #expect(table.wait("a", for: node, .own))
    #expect(table.wait("b", for: node, .own))
    table.giveUp("a", from: node, .own)
    #expect(table.release(node) == ["b"])
  }

  // MARK: Cycles

  @Test(arguments: [SampleTable.Machine.Scope.own, .tree])
  func `a run does not wait for itself`(scope: SampleTable.Machine.Scope) throws {
    let run = try #require(table.admitAlone("a"))
    #expect(!table.wait("w", for: run.node, scope, by: run))
    #expect(table.machine.waitingRunCount == 0)
    #expect(table.wait("w", for: run.node, scope))
  }

  @Test func `a run does not wait for a tree that it is in`() throws {
    let root = table.open()
    let run = try #require(table.admitAlone("a", parent: root))
    #expect(!table.wait("w", for: root, .tree, by: run))
    #expect(table.wait("w", for: root, .own, by: run))
  }

  @Test(arguments: [2, 3, 7])
  func `runs that would wait for each other in a ring do not wait`(count: Int) throws {
    let runs = try (0..<count).map { try #require(table.admitAlone("\($0)")) }
    for (run, next) in zip(runs, runs.dropFirst()) {
      #expect(table.wait("w", for: next.node, .own, by: run))
    }
    #expect(!table.wait("w", for: runs[0].node, .own, by: runs[count - 1]))
  }

  @Test func `a ring is found through any of the runs, and through any of the waits of a run`() throws {
    let node = table.open()
    let first = try #require(table.admit("a", node: node))
    let second = try #require(table.admit("b", node: node))
    let other = try #require(table.admitAlone("c"))
    let bystander = try #require(table.admitAlone("d"))
    #expect(table.wait("w", for: bystander.node, .own, by: second))
    #expect(table.wait("w", for: other.node, .tree, by: second))
    #expect(!table.wait("w", for: node, .own, by: other))
    #expect(table.wait("w", for: node, .own, by: bystander) == false)
    #expect(table.wait("w", for: other.node, .own, by: first))
  }

  @Test func `many runs may wait for one, and one for many`() throws {
    let runs = try (0..<4).map { try #require(table.admitAlone("\($0)")) }
    for run in runs.dropFirst() {
      #expect(table.wait("w", for: runs[0].node, .own, by: run))
    }
    #expect(table.wait("v", for: runs[1].node, .own, by: runs[3]))
    #expect(table.wait("v", for: runs[2].node, .own, by: runs[3]))
  }

  @Test func `a wait that is over closes no ring`() throws {
    let first = try #require(table.admitAlone("a"))
    let second = try #require(table.admitAlone("b"))
    #expect(table.wait("w", for: second.node, .own, by: first))
    table.giveUp("w", from: second.node, .own, by: first)
    #expect(table.machine.waitingRunCount == 0)
    #expect(table.wait("w", for: first.node, .own, by: second))
  }

  @Test func `a wait that was resumed and not yet removed closes no ring`() throws {
    let node = table.open()
    table.admit("a", node: node, traits: stream)
    let waiting = try #require(table.admitAlone("b"))
    #expect(table.wait("w", for: node, .tree, by: waiting))
    #expect(table.release(node) == ["w"])
    let late = try #require(table.admit("c", node: node))
    #expect(table.wait("v", for: waiting.node, .own, by: late))
  }

  @Test func `of two equal waits of a run, one remains when the other is given up`() throws {
    let first = try #require(table.admitAlone("a"))
    let second = try #require(table.admitAlone("b"))
    #expect(table.wait("v", for: second.node, .own, by: first))
    #expect(table.wait("w", for: second.node, .own, by: first))
    table.giveUp("v", from: second.node, .own, by: first)
    #expect(!table.wait("u", for: first.node, .own, by: second))
  }

  @Test func `what a cancelled run waited for closes no ring`() throws {
    let first = try #require(table.admitAlone("a", id: "a"))
    let second = try #require(table.admitAlone("b"))
    #expect(table.wait("w", for: second.node, .own, by: first))
    let node = table.open()
    table.cancel("a")
    let successor = try #require(table.admit("c", id: "a", node: node))
    #expect(table.wait("w", for: node, .own, by: second))
    #expect(table.end(successor) == [])
  }

  // MARK: Streams in rings

  @Test func `a stream may wait for the tree that it is in, which does not wait for it`() throws {
    let node = table.open()
    let run = try #require(table.admit("a", node: node, traits: stream))
    #expect(table.wait("tree", for: node, .tree, by: run))
    #expect(!table.wait("own", for: node, .own, by: run))
    #expect(table.release(node) == ["tree"])
  }

  @Test func `a run may wait for a tree whose stream waits for the run`() throws {
    let node = table.open()
    let streaming = try #require(table.admit("a", node: node, traits: stream))
    let run = try #require(table.admitAlone("b"))
    #expect(table.wait("v", for: run.node, .own, by: streaming))
    #expect(table.wait("w", for: node, .tree, by: run))
    #expect(table.release(node) == ["w"])
    #expect(table.end(run) == ["v"])
  }

  @Test func `a run may wait for a tree although what a stream in it has caused waits for the run`() throws {
    let node = table.open()
    table.admit("a", node: node, traits: stream)
    let caused = try #require(table.admitAlone("b", parent: node, isCounted: false))
    let run = try #require(table.admitAlone("c"))
    #expect(table.wait("v", for: run.node, .own, by: caused))
    #expect(table.wait("w", for: node, .tree, by: run))
    #expect(table.release(node) == ["w"])
    #expect(table.end(run) == ["v"])
  }

  // MARK: Queues in rings

  @Test func `a run does not wait for one that queues after another which needs all running ones to end`() throws {
    let run = try #require(table.admitAlone("a", id: "x", policy: .concurrent))
    table.admitAlone("b", id: "x", policy: .concurrent)
    table.admitAlone("alone", id: "x", policy: .queue(limit: 1))
    let last = try #require(table.admitAlone("beside others", id: "x", policy: .atMost(3, .oldestFirst)))
    #expect(!last.begins)
    #expect(!table.wait("w", for: last.node, .own, by: run))
  }

  @Test func `a run waits for a queued run that can begin when others end, whatever queues after it`() throws {
    let run = try #require(table.admitAlone("a", id: "x", policy: .concurrent))
    table.admitAlone("b", id: "x", policy: .concurrent)
    let next = try #require(table.admitAlone("beside others", id: "x", policy: .atMost(2, .oldestFirst)))
    table.admitAlone("alone", id: "x", policy: .queue(limit: 2))
    #expect(!next.begins)
    #expect(table.wait("w", for: next.node, .own, by: run))
  }

  @Test func `of the waits of a run, only the one that keeps a queued run from beginning is given up`() throws {
    let run = try #require(table.admitAlone("a", id: "x"))
    let bystander = try #require(table.admitAlone("b"))
    let node = table.open()
    #expect(table.wait("v", for: bystander.node, .own, by: run))
    #expect(table.wait("w", for: node, .own, by: run))
    let queued = table.admit("c", id: "x", policy: .queue(limit: 1), node: node)
    #expect(queued?.replaced.finished == ["w"])
    #expect(table.end(bystander) == ["v"])
  }
}
#endif
