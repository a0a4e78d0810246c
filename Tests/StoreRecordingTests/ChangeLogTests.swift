import ElmEngine
import Logging
import StoreCore
import StoreRecording
import StoreSimulation
import Testing
import _StoreTestSupport

private struct Search: Equatable {
  var text = ""
  var results: [String] = []
}

private enum SearchAction: Sendable {
  case typed(String)
  case found([String])
  case ignored
}

@MainActor
@Suite struct ChangeLogTests {
  private let bench = TestBench(isTraced: false)
  private let entries = EntryList()

  private var list: ChangeLog.Output {
    .function { [entries] entry in entries.add(entry) }
  }

  private func store(_ log: ChangeLog?, keeps isReadable: Bool = false) -> Store<Search, SearchAction> {
    var options = bench.options
    options.name = "search"
    options.observers = log.map { [$0] } ?? []
    options.keepsStateReadable = isReadable
    return Store<Search, SearchAction>(initialState: Search(), options: options) { (state: inout Search, action) in
      switch action {
      case .typed(let text):
        state.text = text
        return .cancellable({ .found([text, "\(text)ift"]) }, "search")
      case .found(let results):
        state.results = results
        return .none
      case .ignored:
        return .none
      }
    }
  }

  @Test func `an action is logged with its difference and the place of its send`() {
    let store = store(ChangeLog(to: list))
    let line = #line + 1
    store.send(.typed("sw"))
    #expect(
      entries.lines == [
        #"[search] SearchAction.typed("sw"), sent at StoreRecordingTests/ChangeLogTests.swift:\#(line)"#,
        "    Search(",
        #"  -   text: "","#,
        #"  +   text: "sw","#,
        "      results: []",
        "    )",
      ]
    )
  }

  @Test func `an action of an effect has its own difference, and no place`() async {
    let store = store(ChangeLog(to: list))
    store.send(.typed("sw"))
    await store.settle()
    guard let last = entries.all.last, case .action(_, let id, .effect) = last.origin else {
      Issue.record("The effect's action is missing.")
      return
    }
    #expect(id.rawValue == 2)
    #expect(
      "\(last)".split(separator: "\n") == [
        "[search] SearchAction.found(",
        "  [",
        #"    [0]: "sw","#,
        #"    [1]: "swift""#,
        "  ]",
        ")",
        "    Search(",
        #"      text: "sw","#,
        "      results: [",
        #"  +     [0]: "sw","#,
        #"  +     [1]: "swift""#,
        "      ]",
        "    )",
      ]
    )
  }

  @Test func `an action that changes nothing is logged as such, unless only changes are logged`() {
    store(ChangeLog(to: list)).send(.ignored)
    #expect(entries.all.map(\.change) == [.unchanged])
    #expect(entries.lines.last == "  (no change)")
    let store = store(ChangeLog(to: list, changesOnly: true))
    store.send(.ignored)
    #expect(entries.all.count == 1)
    store.send(.typed("sw"))
    #expect(entries.all.count == 2)
  }

  @Test func `changes by an action that is left out are in no other action's difference`() async {
    let store = store(
      ChangeLog(to: list) { (action: SearchAction) in
        if case .typed = action { false } else { true }
      }
    )
    store.send(.typed("sw"))
    await store.settle()
    store.send(.ignored)
    #expect(entries.all.count == 2)
    #expect(!entries.lines.contains { $0.contains("text: \"\"") })
    #expect(entries.all.last?.change == .unchanged)
  }

  @Test func `a condition for other actions leaves nothing out`() {
    let store = store(ChangeLog(to: list) { (_: Int) in false })
    store.send(.typed("sw"))
    #expect(entries.all.count == 1)
  }

  @Test func `a log that is added later reports the changes from then on`() {
    let store = store(nil)
    store.send(.typed("s"))
    let observation = store.runtime.observe(ChangeLog(to: list))
    store.send(.typed("sw"))
    #expect(entries.lines.contains(#"  -   text: "s","#))
    observation.cancel()
    store.send(.typed("swi"))
    #expect(entries.all.count == 1)
  }

  @Test func `a log that is added inside a handler knows no former state`() {
    let first = store(nil)
    let log = ChangeLog(to: list)
    let runtime = first.runtime
    let second = Store<Int, SearchAction>(initialState: 0) { (_: inout Int, _) in
      first.send(.typed("sw"))
      return .none
    }
    first.runtime.observe(Attaching { runtime.observe(log) })
    second.send(.ignored)
    first.send(.ignored)
    #expect(entries.all.map(\.change) == [.unknown, .unchanged])
    #expect(entries.lines.contains("  (the former state is not known)"))
  }

  @Test func `two stores are not compared with each other`() {
    let log = ChangeLog(to: list, changesOnly: true)
    let (first, second) = (store(log), store(log))
    first.send(.typed("a"))
    second.send(.typed("b"))
    first.send(.typed("c"))
    #expect(
      entries.lines.filter { $0.hasPrefix("  -") } == [#"  -   text: "","#, #"  -   text: "","#, #"  -   text: "a","#]
    )
  }

  @Test func `the reducer may read a state that is kept readable, and the difference is the same`() {
    let store = store(ChangeLog(to: list), keeps: true)
    store.send(.typed("sw"))
    #expect(entries.lines.contains(#"  +   text: "sw","#))
  }

  @Test func `an action that the log sends is handled after the current one, and logged after it`() {
    let target = StoreBox()
    let store = store(
      ChangeLog(
        to: .function { [entries] entry in
          entries.add(entry)
          if entries.all.count == 1 { target.store?.send(.ignored) }
        }
      )
    )
    target.store = store
    store.send(.typed("sw"))
    #expect(entries.all.map { if case .difference = $0.change { true } else { false } } == [true, false])
  }

  @Test func `a logger gets the action and its difference as the message, and the rest as metadata`() async {
    let log = RecordedLog()
    let store = store(ChangeLog(to: .logger(log.logger, level: .info)))
    let line = UInt(#line) + 1
    store.send(.typed("sw"))
    await store.settle()
    #expect(log.entries.map(\.level) == [.info, .info])
    #expect(log.entries[0].message.hasPrefix("SearchAction.typed(\"sw\")\n    Search("))
    #expect(log.entries[0].metadata == ["store": "search", "action": "1"])
    #expect(log.entries[0].line == line)
    #expect(log.entries[0].source == "StoreRecordingTests")
    #expect(log.entries[1].metadata["cause"].map { "\($0)".hasPrefix("effect ") } == true)
  }

  @Test func `nothing is formatted below the logger's level`() {
    struct Silent: Sendable, CustomStringConvertible {
      let words: Counter
      var description: String {
        words.add()
        return "words"
      }
    }
    let words = Counter()
    let log = RecordedLog()
    let store = ElmEngine.Store<Int, Silent>(
      initialState: 0,
      options: StoreOptions(observers: [ChangeLog(to: .logger(log.logger(level: .info)))])
    ) { (state: inout Int, _) in
      state += 1
      return .none
    }
    store.send(Silent(words: words))
    #expect(words.value == 0)
    #expect(log.entries.isEmpty)
  }

  @Test func `a number that stays no number is no difference`() {
    struct Meter: Equatable {
      var ratio = Double.nan
      var count = 0
    }
    let log = RecordedLog()
    log.level = .debug
    let options = StoreOptions(observers: [ChangeLog(to: .logger(log.logger))])
    let store = ElmEngine.Store<Meter, Int>(initialState: Meter(), options: options) {
      (state: inout Meter, number: Int) in
      state.count += number
      return .none
    }
    store.send(0)
    store.send(1)
    #expect(log.entries.first?.message == "0\n  (no change)")
    let lines = log.entries.last?.message.split(separator: "\n").map { $0.dropFirst(2) } ?? []
    #expect(lines.filter { $0.hasPrefix("- ") || $0.hasPrefix("+ ") } == ["-   count: 0", "+   count: 1"])
  }

  @Test func `no state is copied while the logger does not log, and what it then logs is compared again`() {
    struct Watched: CustomReflectable {
      let copies: Counter
      var count = 0
      var customMirror: Mirror {
        copies.add()
        return Mirror(self, children: ["count": count])
      }
    }
    let copies = Counter()
    let log = RecordedLog()
    log.level = .info
    let options = StoreOptions(observers: [ChangeLog(to: .logger(log.logger))])
    let store = ElmEngine.Store<Watched, Logger.Level?>(
      initialState: Watched(copies: copies),
      options: options
    ) { (state: inout Watched, newLevel) in
      state.count += 1
      if let newLevel { log.level = newLevel }
      return .none
    }
    store.send(nil)
    store.send(nil)
    #expect(copies.value == 0)
    log.level = .debug
    store.send(nil)
    #expect(log.entries.map { $0.message.hasPrefix("nil\n  - ") } == [true], "the states differ")
    store.send(.info)
    store.send(.debug)
    #expect(log.entries.count == 2)
    #expect(log.entries.last?.message.hasSuffix("(the former state is not known)") == true)
  }

  @Test func `by default it prints`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      await MainActor.run {
        let options = StoreOptions(name: "count", observers: [ChangeLog()])
        let store = ElmEngine.Store<Int, Int>(initialState: 1, options: options) { (state: inout Int, action) in
          state += action
          return .none
        }
        store.send(2)
      }
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(output.contains("[count] 2, sent at StoreRecordingTests/ChangeLogTests.swift:"))
    #expect(output.contains("  - 1\n  + 3"))
  }

  @Test func `a store whose engine does not share its state is logged as such`() {
    let runtime = Runtime<Int>(options: StoreOptions(observers: [ChangeLog(to: list, changesOnly: true)])) { _ in .none
    }
    runtime.send(1)
    #expect(entries.all.map(\.change) == [.unknown])
  }
}

/// Adds an observer when it is first notified of an action.
private struct Attaching: RuntimeObserver {
  let attach: @MainActor @Sendable () -> Void

  init(_ attach: @escaping @MainActor @Sendable () -> Void) {
    self.attach = attach
  }

  func receive(_ event: RuntimeEvent) {
    guard case .actionHandled(_, let id) = event.kind, id.rawValue == 1 else { return }
    MainActor.assumeIsolated { attach() }
  }
}

@MainActor
private final class StoreBox {
  weak var store: Store<Search, SearchAction>?

  init() {}
}
