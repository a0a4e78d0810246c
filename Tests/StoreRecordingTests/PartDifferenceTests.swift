#if Exhaustive
import Foundation
import Testing

@testable import StoreRecording

/// The parts of a value that are compared without exhaustivity.
@Suite struct PartDifferenceTests {
  struct Row: Equatable {
    var title = ""
    var isLoading = false
  }

  enum Phase: Equatable {
    case idle
    case loaded(Row)
    case failed(code: Int, text: String)
  }

  struct State: Equatable {
    var count = 0
    var rows = [Row(title: "a"), Row(title: "b")]
    var byName = ["a": Row(), "b": Row()]
    var names: Set<String> = []
    var phase = Phase.idle
    var selected: Row?
    var size = Pair(wide: 1, high: 1)
    var object = Box()
    var shape: any Sendable & Equatable = 1

    static func == (first: State, second: State) -> Bool {
      first.count == second.count && first.rows == second.rows && first.byName == second.byName
        && first.names == second.names && first.phase == second.phase && first.selected == second.selected
        && first.size == second.size && first.object === second.object
        && String(describing: first.shape) == String(describing: second.shape)
    }
  }

  struct Pair: Equatable {
    var tuple: (wide: Int, high: Int)

    init(wide: Int, high: Int) { tuple = (wide, high) }

    static func == (first: Pair, second: Pair) -> Bool { first.tuple == second.tuple }
  }

  final class Box: Sendable {}

  /// A value that shows a part of itself.
  struct Secretive: Equatable, CustomReflectable {
    var shown = 0
    var hidden = 0

    var customMirror: Mirror { Mirror(self, children: ["shown": shown], displayStyle: .struct) }
  }

  /// A value whose equality does not depend on its visible properties.
  struct Measured: Equatable {
    let measure: @Sendable () -> Int

    static func == (first: Measured, second: Measured) -> Bool { first.measure() == second.measure() }
  }

  /// A key that looks like each other one.
  struct Alike: Hashable, CustomStringConvertible {
    let id: Int

    var description: String { "a key" }
  }

  /// A value with a part that is not `Equatable`.
  struct Traffic: Equatable {
    enum Light {
      case red
      case yellow
      case green
      case broken(code: Int)
    }

    var light = Light.red

    static func == (first: Traffic, second: Traffic) -> Bool {
      switch (first.light, second.light) {
      case (.red, .red), (.yellow, .yellow), (.green, .green): true
      default: false
      }
    }
  }

  private func paths<Value: Equatable>(
    _ before: Value,
    expecting change: (inout Value) -> Void,
    of actualChange: (inout Value) -> Void
  ) -> [String] {
    var (expected, actual) = (before, before)
    change(&expected)
    actualChange(&actual)
    return PartDifference.find(before: before, expected: expected, actual: actual).map(\.path)
  }

  private func paths(
    expecting change: (inout State) -> Void,
    of actualChange: (inout State) -> Void
  ) -> [String] {
    paths(State(), expecting: change, of: actualChange)
  }

  // MARK: As expected

  @Test func `parts that were not expected to change may be anything`() {
    #expect(paths(expecting: { $0.count += 1 }, of: { $0 = State(count: 1, rows: [], byName: [:]) }) == [])
  }

  @Test func `an element, a value, a payload and a property are parts of their own`() {
    let differences = paths {
      $0.rows[1].title = "c"
      $0.byName["b"]?.title = "c"
      $0.phase = .loaded(Row(title: "c"))
      $0.selected = Row(title: "c")
      $0.size.tuple.wide = 2
    } of: {
      $0.rows[1] = Row(title: "c", isLoading: true)
      $0.rows[0].title = "x"
      $0.byName["b"] = Row(title: "c", isLoading: true)
      $0.byName["a"] = nil
      $0.byName["c"] = Row()
      $0.phase = .loaded(Row(title: "c"))
      $0.selected = Row(title: "c")
      $0.size.tuple = (2, 7)
    }
    #expect(differences == [])
  }

  @Test func `an insertion, a removal and a member of a dictionary are parts`() {
    let differences = paths {
      $0.rows.insert(Row(title: "0"), at: 0)
      $0.byName["a"] = nil
      $0.byName["z"] = Row(title: "z")
      $0.names.insert("n")
    } of: {
      $0.rows = [Row(title: "0"), Row(title: "a"), Row(title: "b")]
      $0.byName = ["z": Row(title: "z"), "b": Row(title: "other")]
      $0.names = ["n"]
    }
    #expect(differences == [])
  }

  // MARK: Not as expected

  @Test func `each part that is wrong is named`() {
    let differences = paths {
      $0.count = 1
      $0.rows[1].title = "c"
      $0.byName["a"]?.isLoading = true
      $0.byName["b"] = nil
      $0.byName["z"] = Row()
      $0.size.tuple.wide = 2
      $0.names = ["n"]
      $0.shape = "text"
    } of: {
      $0.count = 2
      $0.names = ["n", "m"]
    }
    #expect(
      differences == [
        ".count", ".rows[1].title", ".byName[\"a\"].isLoading", ".byName[\"z\"]", ".byName[\"b\"]", ".names",
        ".size.tuple.wide", ".shape",
      ]
    )
  }

  @Test func `values of different case, length or type are compared as a whole`() {
    #expect(paths(expecting: { $0.rows.append(Row()) }, of: { $0.rows[0].title = "x" }) == [".rows"])
    #expect(paths(expecting: { $0.rows[0].title = "x" }, of: { $0.rows.removeLast() }) == [".rows"])
    #expect(
      paths(expecting: { $0.phase = .loaded(Row()) }, of: { $0.phase = .failed(code: 1, text: "") }) == [".phase"]
    )
    #expect(paths(expecting: { $0.selected = Row() }, of: { _ in }) == [".selected"])
    #expect(paths(expecting: { $0.shape = "text" }, of: { $0.shape = 2 }) == [".shape"])
    #expect(paths(expecting: { $0.object = Box() }, of: { $0.object = Box() }) == [".object"])
  }

  @Test func `a value that is to get another length is compared as a whole, though the actual one has it`() {
    #expect(paths([1, 2], expecting: { $0 = [1, 2, 3] }, of: { $0 = [1, 5, 3] }) == [""])
  }

  @Test func `a dictionary whose keys look alike is compared as a whole`() {
    let before = [Alike(id: 1): 0, Alike(id: 2): 0]
    for id in [1, 2] {
      #expect(paths(before, expecting: { $0[Alike(id: id)] = 1 }, of: { $0[Alike(id: 3 - id)] = 1 }) == [""])
    }
  }

  @Test func `cases without payloads differ, though they cannot be compared by an operator`() {
    let differences = paths(Traffic(), expecting: { $0.light = .green }, of: { $0.light = .yellow })
    #expect(differences == [".light"])
  }

  @Test func `payloads of a case and of an optional are parts`() {
    func change(_ phase: Phase, to expected: Phase, in actual: Phase) -> [String] {
      paths(phase, expecting: { $0 = expected }, of: { $0 = actual })
    }
    let row = Row(title: "a")
    #expect(change(.loaded(Row()), to: .loaded(row), in: .loaded(Row(title: "a", isLoading: true))) == [])
    #expect(change(.loaded(Row()), to: .loaded(row), in: .loaded(Row(title: "b"))) == [".loaded.title"])
    let failed = Phase.failed(code: 1, text: "")
    #expect(change(failed, to: .failed(code: 2, text: ""), in: .failed(code: 2, text: "x")) == [])
    #expect(change(failed, to: .failed(code: 2, text: ""), in: .failed(code: 3, text: "x")) == [".failed.code"])
    #expect(change(.idle, to: .loaded(row), in: .idle) == [""])
    #expect(paths(Row() as Row?, expecting: { $0?.title = "a" }, of: { $0?.title = "b" }) == ["?.title"])
    #expect(paths(Row() as Row?, expecting: { $0 = nil }, of: { $0?.title = "b" }) == [""])
  }

  @Test func `a value that does not show what it consists of is compared as a whole`() {
    let secretive = paths(Secretive()) {
      $0.shown = 1
      $0.hidden = 1
    } of: {
      $0.shown = 1
    }
    #expect(secretive == [""])
    let measured = paths(Measured { 0 }, expecting: { $0 = Measured { 1 } }, of: { $0 = Measured { 2 } })
    #expect(measured == [""])
  }

  // A decimal number is a sign, an exponent and digits: 1, 5 and -5 differ in some of them.
  @Test func `a number of Swift or Foundation is compared as a whole, though it has properties`() {
    struct Bill: Equatable {
      var total = Decimal(1)
      var time = Duration.zero
      var day = Date(timeIntervalSince1970: 0)
      var pages = 0..<1
    }
    func differences(_ actualChange: (inout Bill) -> Void) -> [String] {
      paths(Bill(), expecting: { $0.total = 5 }, of: actualChange)
    }
    #expect(differences { $0.total = -5 } == [".total"])
    #expect(differences { $0.total = Decimal(string: "0.5") ?? 0 } == [".total"])
    #expect(
      differences {
        $0.total = 5
        $0.time = .seconds(1)
      } == []
    )
    let others = paths(Bill()) {
      $0.time = .seconds(20)
      $0.pages = 0..<2
    } of: {
      $0.time = .seconds(21)
      $0.pages = 1..<2
    }
    #expect(others == [".time", ".pages"])
  }

  @Test func `a struct of Swift that is not Equatable is compared by its parts`() {
    struct Window: Equatable {
      var rows = 1...
      var title = ""
      static func == (left: Self, right: Self) -> Bool {
        left.rows.lowerBound == right.rows.lowerBound && left.title == right.title
      }
    }
    let same = paths(Window()) {
      $0.rows = 2...
    } of: {
      $0.rows = 2...
      $0.title = "new"
    }
    #expect(same == [])
    #expect(paths(Window(), expecting: { $0.rows = 2... }, of: { $0.rows = 3... }) == [".rows.lowerBound"])
  }
}
#endif
