import StoreCore
import Testing
import _StoreTestSupport

/// The sends at the very end of a turn, by values that are released with the last action and by hooks with a report.
@MainActor
@Suite struct TurnEndTests {
  /// A value that sends when it is deallocated.
  private final class Session: Sendable {
    let end: @MainActor @Sendable () -> Void

    init(end: @escaping @MainActor @Sendable () -> Void) {
      self.end = end
    }

    deinit {
      // Released by the store, which works on the main actor.
      MainActor.assumeIsolated { end() }
    }
  }

  private enum Action: Sendable {
    case begin
    case opened(Session)
    case closed
    case next

    var name: String {
      switch self {
      case .begin: "begin"
      case .opened: "opened"
      case .closed: "closed"
      case .next: "next"
      }
    }
  }

  @Test func `what is sent when the last action is released is handled in the same turn`() {
    var handled: [String] = []
    let link = RuntimeLink<Action>()
    let runtime = Runtime<Action> { action in
      handled.append(action.name)
      return switch action {
      case .begin: .emit { .opened(Session { link.runtime?.send(.closed) }) }
      case .opened: .cancel(.id("nothing"))
      case .closed, .next: .none
      }
    }
    link.runtime = runtime
    runtime.send(.begin)
    #expect(handled == ["begin", "opened", "closed"])
    runtime.send(.next)
    #expect(handled == ["begin", "opened", "closed", "next"])
  }

  @Test func `what a hook sends for a report at the end of a change is handled before the change returns`() {
    let link = RuntimeLink<Int>()
    var handled: [Int] = []
    let options = StoreOptions(onIssue: { _ in MainActor.assumeIsolated { _ = link.runtime?.send(1) } })
    let runtime = Runtime<Int>(options: options) { action in
      handled.append(action)
      return .none
    }
    link.runtime = runtime
    runtime.changeState { runtime.report(.other, "Something is wrong.") }
    #expect(handled == [1])
    runtime.send(2)
    #expect(handled == [1, 2])
  }
}
