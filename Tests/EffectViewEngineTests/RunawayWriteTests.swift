import EffectViewEngine
import Observation
import StoreCore
import Testing
import _StoreTestSupport

/// Writes of a host's state by observers of its changes.
@MainActor
@Suite struct RunawayWriteTests {
  private let issues = IssueLog()

  private func host() -> EffectHost<Int, Int, Void> {
    EffectHost(state: 0, options: options) { state, number in
      state += number
      return nil
    }
  }

  private var options: StoreOptions {
    StoreOptions(name: "writes", onIssue: { [issues] in issues.record($0) }, chainLimit: 100)
  }

  @Test(arguments: [false, true])
  func `a subscriber that writes the state again and again is stopped at the limit`(byEvent: Bool) throws {
    let host = host()
    let subscription = host.subscribe { host.state = $0 + 1 }
    let line = #line + 2
    if byEvent {
      host.send(1)
    } else {
      host.state = 1
    }
    #expect(host.state == 101)
    let issue = try #require(issues.all.first)
    #expect(issues.all.count == 1)
    guard case .runawayChain(let last, let cycle) = issue.kind else {
      Issue.record("\(issue.kind)")
      return
    }
    #expect(last == Array(repeating: "a write of the state", count: 64))
    #expect(cycle == ["a write of the state"])
    #expect(issue.location?.line == (byEvent && isDebugBuild ? UInt(line) : nil))
    #expect(
      issue.message == """
        One action or write of the state has caused 100 others without a pause.

        They repeat: a write of the state. The last write was not made, and what would have followed from it was dropped; \
        the store goes on.

        Let a subscriber of the state stop writing it at some point, or raise 'StoreOptions.chainLimit' if the chain is \
        meant to be that long.
        """
    )
    subscription.cancel()
    host.state = 5
    host.send(1)
    #expect(host.state == 6)
    #expect(issues.all.count == 1)
  }

  @Test func `a subscriber that writes a state kept outside the host is stopped at the limit, too`() {
    let kept = Kept()
    let host = EffectHost<Int, Int, Void>(
      storage: StateAccessor {
        kept.state
      } set: {
        kept.state = $0
      },
      options: options
    ) { state, number in
      state += number
      return nil
    }
    host.subscribe { host.state = $0 + 1 }
    host.send(1)
    #expect(kept.state == 101)
    #expect(issues.all.count == 1)
  }

  @Test func `writes and events that cause each other are counted together`() throws {
    let host = host()
    host.subscribe { state in
      if state.isMultiple(of: 2) {
        host.state = state + 1
      } else {
        host.send(1)
      }
    }
    let line = #line - 3
    host.state = 1
    #expect(host.state == 101)
    let issue = try #require(issues.all.first)
    #expect(issues.all.count == 1)
    guard case .runawayChain(_, let cycle) = issue.kind else {
      Issue.record("\(issue.kind)")
      return
    }
    #expect(cycle.sorted() == ["1", "a write of the state"])
    #expect(issue.location?.line == UInt(line))
  }

  @Test func `an observer that writes the state whenever it is about to change is stopped`() throws {
    let host = host()
    let writer = Writer(host)
    writer.observe()
    host.send(1)
    let issue = try #require(issues.all.first)
    #expect(issues.all.count == 1)
    guard case .runawayChain(_, let cycle) = issue.kind else {
      Issue.record("\(issue.kind)")
      return
    }
    #expect(cycle == ["a write of the state"])
    #expect(
      issue.message == """
        The state was written 50 times inside the announcement of its own change.

        An observer of the coming change writes the state at once, and is notified of that write too. The last write was \
        not made, and what would have followed from it was dropped; the store goes on.

        Write the state after the change if it has to differ from what it has become, or let the handler of actions make \
        the change.
        """
    )
    writer.isOver = true
    host.state = 5
    #expect(host.state == 5)
    #expect(issues.all.count == 1)
  }

  @Test(arguments: [false, true])
  func `a subscriber may write once for each of many changes`(byEvents: Bool) {
    let host = host()
    host.subscribe { if $0.isMultiple(of: 2) { host.state = $0 + 1 } }
    for _ in 0..<300 {
      if byEvents {
        host.send(1)
      } else {
        host.state += 1
      }
    }
    #expect(host.state == 599)
    #expect(issues.all.isEmpty)
  }

  @Test func `writes from outside do not count as a chain`() {
    let host = host()
    for _ in 0..<300 { host.state += 1 }
    #expect(host.state == 300)
    #expect(issues.all.isEmpty)
  }
}

@MainActor
private final class Kept {
  var state = 0
}

/// Observes a host's state, and writes it when it is about to change.
@MainActor
private final class Writer {
  let host: EffectHost<Int, Int, Void>
  var isOver = false

  init(_ host: EffectHost<Int, Int, Void>) {
    self.host = host
  }

  func observe() {
    withObservationTracking {
      _ = host.state
    } onChange: {
      MainActor.assumeIsolated {
        guard !self.isOver else { return }
        self.observe()
        self.host.state += 1
      }
    }
  }
}
