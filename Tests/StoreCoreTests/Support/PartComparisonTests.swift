#if Exhaustive
import StoreCore
import Testing

/// Values with objects and values that differ from themselves, compared as parts of a state are.
@MainActor
@Suite struct PartComparisonTests {
  private final class Tune: Hashable {
    let title: String

    init(_ title: String = "a") { self.title = title }

    static func == (lhs: Tune, rhs: Tune) -> Bool { lhs.title == rhs.title }
    func hash(into hasher: inout Hasher) { hasher.combine(title) }
  }

  /// A struct with gaps between its properties, and storage that has objects inside.
  private struct Deck: Equatable {
    var isOn = true
    var number = 1
    var side: Int8?
    var tune = Tune()
    var name = "deck"
    var tags: [String] = []
  }

  private struct Studio: Equatable {
    var isOpen = false
    var spare: Tune?
    var tunes: [Tune] = []
    var named: [String: Tune] = [:]
    var liked: Set<Tune> = []
    var pair = Pair(1, Tune())
    var deck: Deck?
    var route = Route.home
  }

  private struct Pair: Equatable {
    var both: (Int8, Tune)

    init(_ number: Int8, _ tune: Tune) { both = (number, tune) }

    static func == (lhs: Pair, rhs: Pair) -> Bool { lhs.both == rhs.both }
  }

  private enum Route: Equatable {
    case home
    case tune(Tune)
    indirect case after(Route, text: String)
  }

  /// A struct with properties of any type, and a comparison that ignores them.
  private struct Slot: Equatable {
    var content: Any
    var name = "slot"

    static func == (lhs: Slot, rhs: Slot) -> Bool { lhs.name == rhs.name }
  }

  private struct Meter: Equatable {
    var ratio = Double.nan
    var number = 0
    var name = "a"
    var samples: [Float] = [.nan, 1]
    var named: [String: Double] = ["a": .nan]
    var latest: Double? = .nan
  }

  /// Compares twice, before and after the comparison knows the type.
  private func areSame<Value: Equatable>(_ first: Value, _ second: Value) -> Bool {
    let comparison = PartComparison<Value>()
    let results = [comparison.areSame(first, second), comparison.areSame(first, second)]
    #expect(results[0] == results[1])
    #expect(PartComparison.areSame(first, second) == results[0])
    #expect(comparison.areSame(first, first) && comparison.areSame(second, second))
    return results[0]
  }

  /// Text that two strings do not share.
  private func text(_ text: String) -> String { String(repeating: text, count: 40) }

  @Test func `an equal object is another one, wherever it is`() {
    let tune = Tune()
    #expect(areSame(tune, tune) && !areSame(tune, Tune()))
    #expect(areSame(Optional(tune), tune) && !areSame(Optional(tune), Tune()))
    #expect(areSame([tune], [tune]) && !areSame([tune, tune], [tune, Tune()]))
    #expect(areSame(["a": [tune]], ["a": [tune]]) && !areSame(["a": [tune]], ["a": [Tune()]]))
    #expect(areSame(Set([tune]), [tune]) && !areSame(Set([tune]), [Tune()]))
    #expect(areSame([tune: 1], [tune: 1]) && !areSame([tune: 1], [Tune(): 1]))
    #expect(areSame(Route.tune(tune), .tune(tune)) && !areSame(Route.tune(tune), .tune(Tune())))
    #expect(!areSame(Route.after(.tune(tune), text: "a"), .after(.tune(Tune()), text: "a")))
    #expect(areSame(Deck(tune: tune), Deck(tune: tune)) && !areSame(Deck(tune: tune), Deck()))
  }

  @Test func `an equal object is another one in each property of a struct`() {
    let tune = Tune()
    let studio = Studio(
      spare: tune,
      tunes: [tune],
      named: ["a": tune],
      liked: [tune],
      pair: Pair(1, tune),
      deck: Deck(tune: tune),
      route: .tune(tune)
    )
    let changes: [(inout Studio) -> Void] = [
      { $0.spare = Tune() },
      { $0.tunes[0] = Tune() },
      { $0.named["a"] = Tune() },
      { $0.liked = [Tune()] },
      { $0.pair = Pair(1, Tune()) },
      { $0.deck?.tune = Tune() },
      { $0.route = .tune(Tune()) },
    ]
    for change in changes {
      var changed = studio
      change(&changed)
      #expect(studio == changed)
      #expect(!areSame(studio, changed))
      #expect(!areSame([studio], [changed]))
    }
  }

  @Test func `equal storage at another place is no other object`() {
    let tune = Tune()
    #expect(areSame(text("a"), text("a")) && areSame([text("a")], [text("a")]))
    #expect(
      areSame(
        Deck(tune: tune, name: text("a"), tags: [text("a")]),
        Deck(tune: tune, name: text("a"), tags: [text("a")])
      )
    )
    #expect(areSame([Deck(tune: tune, name: text("a"))], [Deck(tune: tune, name: text("a"))]))
    #expect(areSame(Route.after(.tune(tune), text: text("a")), .after(.tune(tune), text: text("a"))))
    let studios = (1...2).map { _ in
      Studio(spare: tune, tunes: [tune], named: ["a": tune, "b": tune], liked: [tune], pair: Pair(1, tune))
    }
    #expect(areSame(studios[0], studios[1]))
  }

  @Test func `values that are not equal differ`() {
    #expect(!areSame(1, 2) && !areSame("a", "b") && !areSame([1], [1, 2]) && !areSame(Int?.none, 1))
    let tune = Tune()
    #expect(!areSame(Deck(number: 1, tune: tune), Deck(number: 2, tune: tune)))
    #expect(!areSame(Route.home, .tune(tune)))
  }

  @Test func `an object in a property of any type is found, though another value was there first`() {
    let tune = Tune()
    let comparison = PartComparison<Slot>()
    #expect(comparison.areSame(Slot(content: 1, name: text("a")), Slot(content: 2, name: text("a"))))
    #expect(comparison.areSame(Slot(content: tune, name: text("a")), Slot(content: tune, name: text("a"))))
    #expect(!comparison.areSame(Slot(content: tune), Slot(content: Tune())))
    #expect(!comparison.areSame(Slot(content: 1), Slot(content: Tune())))
    #expect(!comparison.areSame(Slot(content: Deck(tune: tune)), Slot(content: Deck())))
  }

  @Test func `a value that differs from itself is the same if all its bits are`() {
    #expect(areSame(Double.nan, .nan) && !areSame(Double.nan, -.nan) && !areSame(Double.nan, 1))
    #expect(areSame(Double?.some(.nan), .nan) && !areSame(Double?.some(.nan), nil))
    #expect(areSame(Meter(), Meter()) && areSame(Meter(name: text("a")), Meter(name: text("a"))))
    #expect(areSame([Meter(), Meter()][...], [Meter(), Meter()]))
    #expect(!areSame(Meter(), Meter(number: 1)) && !areSame(Meter(), Meter(ratio: 1)))
    #expect(!areSame(Meter(), Meter(samples: [.nan, 2])) && !areSame(Meter(), Meter(samples: [.nan])))
    #expect(!areSame(Meter(), Meter(named: ["a": 1])) && !areSame(Meter(), Meter(named: ["b": .nan])))
    #expect(!areSame(Meter(), Meter(latest: 1)) && !areSame(Meter(), Meter(name: text("b"))))
  }

  @Test func `values are equal by their parts without their objects`() {
    #expect(ValueParts.areEqual(Deck(), Deck()) && ValueParts.areEqual([Tune()], [Tune()]))
    #expect(ValueParts.areEqual(Meter(), Meter()) && ValueParts.areEqual([Float.nan], [.nan]))
    #expect(!ValueParts.areEqual(Meter(), Meter(number: 1)) && !ValueParts.areEqual(Deck(), Deck(number: 2)))
  }
}
#endif
