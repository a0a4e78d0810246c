import StoreCore
import Testing

/// The texts of values without the names of modules.
@Suite struct ValueWordsTests {
  enum Kind: Hashable, Sendable {
    case red
    indirect case mixed(Kind, with: Kind)
  }

  struct Row: Hashable, Sendable {
    var id: Int
    var kind = Kind.red
    var title: String?
  }

  enum Action: Sendable {
    case loaded(Row)
    case replaced([Row], Set<Kind>)
    case named([String: Kind])
    case chosen(Kind?)
    case moved(from: Double, (Kind, to: Double))
    case shown(Object)
    case typed(String)
  }

  final class Object: Sendable {}

  struct Described: CustomStringConvertible {
    var description: String { "App.Described" }
  }

  private let nested = "mixed(.red, with: .mixed(.red, with: .red))"

  @Test func `types and cases inside a value are written without their modules`() {
    #expect(ValueWords.of(Action.loaded(Row(id: 1))) == "loaded(Row(id: 1, kind: .red, title: nil))")
    #expect(ValueWords.of(Row(id: 1, title: "a.b")) == #"Row(id: 1, kind: .red, title: Optional("a.b"))"#)
    #expect(ValueWords.of(Kind.mixed(.red, with: .mixed(.red, with: .red))) == nested)
    #expect(ValueWords.of(Action.chosen(.red)) == "chosen(Optional(.red))")
    #expect(ValueWords.of(Action.moved(from: 0.5, (.red, to: 1))) == "moved(from: 0.5, (.red, to: 1.0))")
    #expect(ValueWords.of(Action.shown(Object())) == "shown(Object)")
  }

  @Test func `so are those in arrays, sets and dictionaries`() {
    #expect(ValueWords.of(Action.replaced([], [.red])) == "replaced([], Set([.red]))")
    #expect(ValueWords.of([Kind.red, .red]) == "[.red, .red]")
    #expect(ValueWords.of(Set([Kind.red])) == "[.red]")
    #expect(ValueWords.of(Action.named(["a": .red])) == #"named(["a": .red])"#)
    #expect(ValueWords.of([1: [Kind.red], 2: []].filter { $0.key == 1 }) == "[1: [.red]]")
    #expect(ValueWords.of((Kind.red, [Int: Kind]())) == "(.red, [:])")
  }

  @Test func `a value whose description has no names of modules is written like that`() {
    let values: [any Sendable] = [
      Action.typed("Tests.typed"), Described(), [Described()], 0.5, Kind.red, "a.b", ["a.b"], Int.self, Action.self,
      Optional("a.b"), \Row.id,
    ]
    for value in values { #expect(ValueWords.of(value) == "\(value)") }
  }
}
