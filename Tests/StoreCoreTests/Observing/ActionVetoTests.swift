import Logging
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Actions that a handler vetoes, as an engine with middleware does.
@MainActor
@Suite struct ActionVetoTests {
  private struct Refused: Error, CustomStringConvertible {
    let description = "no"
  }

  private let executor = TestExecutor()

  /// A runtime that vetoes "no", and emits "no" and "after" for "both".
  private func runtime(_ options: StoreOptions) -> Runtime<String> {
    let link = RuntimeLink<String>()
    let runtime = Runtime<String>(options: options) { action in
      switch action {
      case "no":
        link.runtime?.vetoHandledAction(ActionVeto(Refused(), by: "guard"))
        return .none
      case "both":
        return .sequence([.emit("no"), .emit("after")])
      default:
        return .none
      }
    }
    link.runtime = runtime
    return runtime
  }

  @Test func `a veto is an event of its own, and subscribers to actions are not notified`() async {
    let events = EventLog()
    let runtime = runtime(StoreOptions(executor: executor, observers: [events]))
    var heard: [String] = []
    runtime.subscribe(toActions: { heard.append($0) })
    let handle = runtime.send("no")
    await handle.tree
    runtime.send("both")
    #expect(heard == ["both", "after"])
    #expect(events.events == ["vetoed no by guard", "handled both", "vetoed no by guard", "handled after"])
  }

  @Test func `a veto on the fast path leaves nothing for the next action`() {
    let runtime = runtime(StoreOptions(executor: executor))
    runtime.send("no")
    var heard: [String] = []
    runtime.subscribe(toActions: { heard.append($0) })
    runtime.send("a")
    #expect(heard == ["a"])
    // Outside a handler there is nothing to veto.
    runtime.vetoHandledAction(ActionVeto(Refused(), by: "guard"))
    runtime.send("b")
    #expect(heard == ["a", "b"])
  }

  @Test func `a veto is logged with its middleware and its error, and described in a sentence`() throws {
    let (log, events) = (RecordedLog(), RecordedEvents())
    let observers: [any RuntimeObserver] = [LogObserver(logger: log.logger(level: .info)), events]
    let runtime = runtime(StoreOptions(name: "page", executor: executor, observers: observers))
    let line = UInt(#line) + 1
    runtime.send("no")
    let entry = try #require(log.entries.first)
    #expect(entry.message == "Vetoed no")
    #expect(entry.level == .info)
    #expect(entry.metadata == ["store": "page", "event": "1", "action": "1", "middleware": "guard", "error": "no"])
    #expect(entry.line == line)
    #expect(
      events.all.map(\.description) == [
        "Event 1 of store 'page': action 1, no, was vetoed by guard: no, sent at \(#fileID):\(line)."
      ]
    )
  }

  @Test func `a state observer is shown what a veto has left, and no action`() {
    final class Moments: StateObserver {
      let list = Locked<[String]>([])

      func stateReader(for store: StoreIdentity) -> @MainActor (StateReading) -> Void {
        { [self] reading in
          let words: String? =
            switch reading.event?.kind {
            case .actionHandled(let action, _): "action \(action)"
            case .actionVetoed(let action, let id, let veto): "\(action)#\(id.rawValue), \(veto)"
            default: nil
            }
          if let words { list.withLock { $0.append(words) } }
        }
      }
    }
    let moments = Moments()
    let runtime = runtime(StoreOptions(executor: executor, observers: [moments]))
    runtime.send("no")
    runtime.send("a")
    #expect(moments.list.withLock { $0 } == ["no#1, vetoed by guard: no", "action a"])
  }

  @Test func `a handler that has suspended may veto its action`() async {
    let (gate, events) = (Gate(), EventLog())
    let link = RuntimeLink<String>()
    let options = StoreOptions(executor: executor, observers: [events])
    let runtime = Runtime<String>(
      options: options,
      asynchronousHandler: { action in
        guard action == "no" else { return .none }
        await gate.pass()
        link.runtime?.vetoHandledAction(ActionVeto(Refused(), by: "guard"))
        return .none
      }
    )
    link.runtime = runtime
    var heard: [String] = []
    runtime.subscribe(toActions: { heard.append($0) })
    let handle = runtime.send("no")
    runtime.send("a")
    await gate.waitForArrivals(1)
    gate.open()
    await handle.value
    await runtime.settle()
    #expect(heard == ["a"])
    #expect(events.events == ["vetoed no by guard", "handled a"])
  }
}
