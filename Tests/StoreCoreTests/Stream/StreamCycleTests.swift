import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Streams of stores that feed each other, and others that only look so.
@MainActor
@Suite(.enabled(if: isDebugBuild)) struct StreamCycleTests {
  private let issues = IssueLog()

  private func store(_ name: String, _ executor: TestExecutor?, limit: Int = 100_000) -> ScriptStore<Int> {
    let options = StoreOptions(name: name, executor: executor, onIssue: issues.record, chainLimit: limit)
    return ScriptStore(Int.self, options: options)
  }

  /// Has a store handle the number of actions of another one, until there is an issue.
  private func follow(_ store: ScriptStore<Int>, _ other: ScriptStore<Int>, upTo limit: Int = .max) -> SendHandle {
    let counts = other.values(of: \.count).filter { [issues] in $0 < limit && issues.all.isEmpty }
    return store.launch(.stream(counts, EffectOptions(id: "follows")))
  }

  @Test(arguments: [true, false])
  func `stores that follow each other without end are reported`(isTested: Bool) async {
    let executor = isTested ? TestExecutor() : nil
    let (left, right) = (store("left", executor, limit: 100), store("right", executor, limit: 100))
    let streams = [follow(left, right), follow(right, left)]
    left.send(0)
    // With its own executor this ends when nothing moves; in the pool the streams may still be about to wait.
    while issues.all.isEmpty { await left.settle() }
    let issue = issues.all[0]
    guard case .streamCycle(let last, let cycle) = issue.kind else {
      Issue.record("\(issue)")
      return
    }
    #expect(last.count == 64 && cycle.isEmpty)
    #expect(last.allSatisfy { $0.hasSuffix(" in store 'left'") || $0.hasSuffix(" in store 'right'") })
    #expect(issue.message.hasPrefix("100 elements of streams have followed each other without a pause: while each was"))
    #expect(issue.location?.fileID.description == #fileID)
    for stream in streams { stream.cancel() }
    // Once by each store.
    #expect((1...2).contains(issues.all.count))
  }

  @Test func `the actions that repeat are shown`() async {
    let executor = TestExecutor()
    let (left, right) = (store("left", executor, limit: 20), store("right", executor, limit: 20))
    for (store, other) in [(left, right), (right, left)] {
      store.launch(.stream(other.values(of: \.count).filter { [issues] _ in issues.all.isEmpty }.map { _ in 7 }))
    }
    await left.settle()
    guard case .streamCycle(_, let cycle)? = issues.all.first?.kind else {
      Issue.record("\(issues.all)")
      return
    }
    #expect(cycle.sorted() == ["7 in store 'left'", "7 in store 'right'"] || cycle.count == 1)
  }

  @Test func `what something else feeds again and again is no cycle, however long it goes on`() async {
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let options = StoreOptions(executor: executor, clock: clock, onIssue: issues.record, chainLimit: 10)
    let (left, right) = (ScriptStore(Int.self, options: options), ScriptStore(Int.self, options: options))
    let (elements, continuation) = AsyncStream.makeStream(of: Int.self)
    // There and back: what comes back is no news, and goes no further.
    right.launch(.stream(left.values(of: \.last).map { $0 ?? 0 }))
    let answers = right.values(of: \.last).map { $0 ?? 0 }
    left.launch(.stream(answers.filter { [weak left] in await left?.state.max() ?? 0 < $0 }))
    left.launch(.stream(elements))
    left.launch(
      .run { send in
        for number in 1...100 {
          try await clock.sleep(for: .seconds(1))
          send(number)
        }
      }
    )
    await clock.advance(by: .seconds(100))
    #expect(right.state.last == 100)
    // In one burst, which fills the buffer.
    for number in 1...3_000 { continuation.yield(number) }
    await left.settle()
    #expect(left.state.last == 3_000)
    #expect(issues.all.isEmpty)
    left.cancel(.all)
    right.cancel(.all)
  }

  @Test func `a chain that ends is not reported`() async {
    let executor = TestExecutor()
    let (left, right) = (store("left", executor, limit: 100), store("right", executor, limit: 100))
    let streams = [follow(left, right, upTo: 40), follow(right, left, upTo: 40)]
    left.send(0)
    await left.settle()
    #expect(left.state.count >= 30 && issues.all.isEmpty)
    for stream in streams { stream.cancel() }
  }
}
