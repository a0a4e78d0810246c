import Foundation
import StoreCore
import Testing
import _StoreTestSupport

/// Threads that send, cancel and wait while effects run in the pool and the store is used, stopped and released.
///
/// Run under the thread sanitizer too. More operations by `STORE_ENGINES_OPERATIONS`, as with `RuntimeModelTests`; a
/// seed has the same operations each time, in an order that the machine chooses.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(60))) struct RuntimeModelRaceTests {
  private static let threads = 3
  private static let operationsOfThread = 60

  @Test func `the history of a store obeys the rules, whatever races`() async {
    let operations = PlayedOperations.count(standard: 3_000, part: 10)
    let rounds = max(1, operations / (Self.operationsOfThread * (Self.threads + 1)))
    let seeds = PlayedOperations.firstSeed..<PlayedOperations.firstSeed + UInt64(rounds)
    print("RuntimeModelRaceTests: \(operations) operations, by the seeds \(seeds)")
    for seed in seeds {
      let violations = await Race(seed: seed).run(threads: Self.threads, count: Self.operationsOfThread)
      guard violations.isEmpty else {
        Issue.record("Seed \(seed):\n\(violations.prefix(10).joined(separator: "\n"))")
        return
      }
    }
  }
}

/// One race for one store.
@MainActor
private struct Race {
  let seed: UInt64

  private final class Handles: Sendable {
    private let kept = Locked<[SendHandle]>([])

    func add(_ handle: SendHandle) { kept.withLock { $0.append(handle) } }

    func pick(_ source: inout ScriptSource) -> SendHandle? {
      let number = Int(source.next() >> 8)
      return kept.withLock { $0.isEmpty ? nil : $0[number % $0.count] }
    }

    var all: [SendHandle] { kept.withLock { $0 } }

    private let keptWaits = Locked<[Task<Void, Never>]>([])

    func add(_ wait: Task<Void, Never>) { keptWaits.withLock { $0.append(wait) } }

    var waits: [Task<Void, Never>] { keptWaits.withLock { $0 } }
  }

  private final class Words: Sendable {
    private let kept = Locked<[String]>([])

    func add(_ words: String) { kept.withLock { $0.append(words) } }

    var all: [String] { kept.withLock { $0 } }
  }

  func run(threads: Int, count: Int) async -> [String] {
    var source = ScriptSource(seed: seed)
    let rules = RaceRules()
    let effects = RacingEffects(hasEndless: source.happens(in: 2))
    let isObserved = !source.happens(in: 3)
    let options = StoreOptions(
      observers: isObserved ? [rules] : [],
      onIssue: { _ in },
      settlingLimit: .seconds(1_000)
    )
    var store: RacingStore? = RacingStore(options: options, effects: effects)
    let isReleased = source.happens(in: 4)
    let isStopped = source.happens(in: 4)
    let handles = Handles()
    let words = Words()
    var senders: [Task<Int, Never>] = []
    if let inlet = store?.runtime.inlet {
      for thread in 1...threads {
        let source = ScriptSource(seed: source.next())
        senders.append(
          Task.detached { [source] in await Self.act(as: thread, count, source, inlet, handles, words) }
        )
      }
    }
    let end = isReleased ? source.below(count) : count
    for index in 0..<end {
      guard let store else { break }
      switch source.below(16) {
      case 0..<8:
        handles.add(store.send(RacingAction(sender: .thread(0), index: index, seed: source.next(), depth: 3)))
      case 8..<12:
        store.cancel(.id(source.pick(RacingEffects.names)))
      case 12: store.cancel(.all)
      case 13: handles.pick(&source)?.cancel()
      case 14: await Task.detached {}.value
      default:
        if isStopped {
          store.runtime.stop()
          if store.runningTaskCount != 0 { words.add("effects are running in a store that is stopped") }
          await Task.detached {}.value
          store.runtime.start()
        }
      }
    }
    if isReleased {
      weak let released = store
      weak let runtime = store?.runtime
      store = nil
      if released != nil || runtime != nil { words.add("the store outlives its last reference") }
    }
    var sent: [Int] = []
    for sender in senders { sent.append(await sender.value) }
    if let store {
      // Endless effects wait for their cancel; what was enqueued is handled before.
      if effects.hasEndless { store.runtime.stop() }
      await store.settle()
      if store.runningTaskCount != 0 { words.add("\(store.runningTaskCount) effects are running at the end") }
      for (thread, count) in zip(1..., sent) where !isStopped {
        let indices = store.state.filter { $0.sender == .thread(thread) }.map(\.index)
        if indices != Array(0..<count) { words.add("of \(count) actions of thread \(thread) are handled: \(indices)") }
      }
    }
    await effects.present.waitForNone()
    for wait in handles.waits { await wait.value }
    for handle in handles.all {
      await handle.tree
      if !handle.isFinished { words.add("a handle is not finished at the end: \(handle)") }
    }
    // Cancelled tasks report that they have drained when they end, which may be after the last one's work. One may have
    // the last events, which it delivers for others; the limit of a minute is for events that never arrive.
    let start = ContinuousClock.now
    while !rules.haveAllEnded, start.duration(to: .now) < .seconds(60) { await Task.detached {}.value }
    return words.all + rules.violations(isOver: true)
  }

  private nonisolated static func act(
    as thread: Int,
    _ count: Int,
    _ source: ScriptSource,
    _ inlet: ActionInlet<RacingAction>,
    _ handles: Handles,
    _ words: Words
  ) async -> Int {
    var source = source
    var index = 0
    for _ in 0..<count {
      switch source.below(10) {
      case 0..<7:
        let action = RacingAction(sender: .thread(thread), index: index, seed: source.next(), depth: 2)
        inlet.enqueue(action, at: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
        index += 1
      case 7..<9:
        guard let handle = handles.pick(&source) else { break }
        handle.cancel()
        if !handle.isFinished { words.add("a handle is not finished when its cancel has returned") }
      default:
        guard let handle = handles.pick(&source) else { break }
        // Not waited for here: what it waits for may end with the race alone.
        let isTree = source.happens(in: 2)
        handles.add(Task.detached { await isTree ? handle.tree : handle.value })
      }
    }
    return index
  }
}
