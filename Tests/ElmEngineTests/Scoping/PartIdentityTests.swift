import ElmEngine
import Observation
import StoreTesting
import Testing
import _StoreTestSupport

/// Objects that take the place of equal ones, and parts that differ from themselves.
@MainActor
@Suite struct PartIdentityTests {
  @Observable
  final class Tune: Equatable, Identifiable, Sendable {
    @MainActor var title: String
    let id: Int
    private let name: String

    @MainActor
    init(_ title: String, id: Int = 1) {
      self.title = title
      name = title
      self.id = id
    }

    nonisolated static func == (lhs: Tune, rhs: Tune) -> Bool { lhs.name == rhs.name && lhs.id == rhs.id }
  }

  struct Row: Equatable, Identifiable {
    let id: Int
    var isOn = false
    var tune: Tune
    var text = "a"
  }

  struct Deck {
    var tune: Tune
    var next: Tune?
    var queue: [Tune]
    var rows: [Row]
    var ratio = Double.nan
    var meter = Meter()
    var meters = [Meter()]
    var number = 0
  }

  struct Meter: Equatable, Identifiable {
    let id = 1
    var ratio = Double.nan
    var samples: [Double] = [1]
  }

  private typealias Change = @MainActor @Sendable (inout Deck) -> Void

  private let store: Store<Deck, Change>

  init() {
    let tune = Tune("a")
    let deck = Deck(tune: tune, next: tune, queue: [tune], rows: [Row(id: 1, tune: tune)])
    store = Store(initialState: deck) { (deck: inout Deck, change: Change) in
      change(&deck)
      return .none
    }
  }

  private func track(_ read: @escaping () -> Void) -> Counter {
    let counter = Counter()
    withObservationTracking(read) { counter.add() }
    return counter
  }

  /// Puts equal objects in the places of all.
  private static let replace: Change = { deck in
    deck.tune = Tune("a")
    deck.next = Tune("a")
    deck.queue = [Tune("a")]
    deck.rows[0].tune = Tune("a")
  }

  // Observers stayed on the former object: later edits of the new one were never told.
  @Test func `observers are told of an equal object in the place of another`() throws {
    let scope = store.scope(\.next) { $0 as Change }
    let next = try #require(scope)
    let row = store.scopes(\.rows) { $1 as Change }[0]
    let track = [
      track { [store] in _ = store.tune },
      track { [store] in _ = store.next },
      track { [store] in _ = store.queue },
      track { [store] in _ = store.rows },
      track { [store] in _ = store.scope(\.tune) { $0 as Change }.state },
      track { _ = next.state },
      track { _ = row.state },
      track { _ = row.tune },
    ]
    store.send(Self.replace)
    #expect(track.map(\.value) == Array(repeating: 1, count: track.count))
  }

  @Test func `an observer hears of edits of an object that took the place of an equal one`() {
    let first = track { [store] in _ = store.tune.title }
    store.send(Self.replace)
    #expect(first.value == 1)
    let told = track { [store] in _ = store.tune.title }
    store.send { $0.tune.title = "b" }
    #expect(told.value == 1)
  }

  @Test func `subscribers and sequences are told of an equal object in the place of another`() async throws {
    var (values, rows): ([Tune], [Tune]) = ([], [])
    let scope = store.scope(\.next) { $0 as Change }
    let next = try #require(scope)
    next.subscribe { values.append($0) }
    let row = store.scopes(\.rows) { $1 as Change }[0]
    row.subscribe { rows.append($0.tune) }
    var sequence = store.values(of: \.tune).makeAsyncIterator()
    let first = await sequence.next()
    store.send(Self.replace)
    let second = await sequence.next()
    #expect(first != nil && first == second && first !== second)
    #expect(values.count == 1 && values[0] === store.state.next)
    #expect(rows.count == 1 && rows[0] === store.state.rows[0].tune)
    // The same objects again.
    store.send { $0.rows = $0.rows.map { Row(id: $0.id, tune: $0.tune) } }
    #expect(values.count == 1 && rows.count == 1)
  }

  @Test func `a history has a step for an equal object in the place of another`() {
    struct Editor {
      var deck: [Tune]
      var history = History<[Tune]>()
    }
    let reducer = ComposedReducer { (editor: inout Editor, isNew: Bool) in
      if isNew { editor.deck = [Tune("a")] }
      return .none
    }
    .undoable(\.deck, history: \.history) { _ in .record }
    let store = Store(initialState: Editor(deck: [Tune("a")]), reducer: reducer)
    store.send(false)
    #expect(store.state.history.undoCount == 0)
    store.send(true)
    #expect(store.state.history.undoCount == 1)
  }

  // MARK: Values that differ from themselves

  @Test func `observers and subscribers are not told of a number that stays no number`() {
    let meter = store.scope(\.meter) { $0 as Change }
    let row = store.scopes(\.meters) { $1 as Change }[0]
    let received = Counter()
    meter.subscribe { _ in received.add() }
    row.subscribe { _ in received.add() }
    store.scope(\.ratio) { $0 as Change }.subscribe { _ in received.add() }
    let observed = [
      track { [store] in _ = store.ratio },
      track { [store] in _ = store.meter },
      track { [store] in _ = store.meters },
      track { _ = meter.ratio },
      track { _ = row.state },
    ]
    store.send { $0.number += 1 }
    store.send {
      $0.meter = Meter(samples: [$0.number].map(Double.init))
      $0.meters[0] = Meter(samples: [$0.number].map(Double.init))
    }
    #expect(observed.map(\.value) == [0, 0, 0, 0, 0] && received.value == 0)
    store.send {
      $0.ratio = 1
      $0.meter.ratio = 1
      $0.meters[0].samples = [2]
    }
    #expect(observed.map(\.value) == [1, 1, 1, 1, 1] && received.value == 3)
  }

  @Test func `a sequence of values does not repeat what is no number`() async {
    var values = store.values(of: \.ratio).makeAsyncIterator()
    #expect(await values.next()?.isNaN == true)
    store.send { $0.number += 1 }
    store.send { $0.ratio = 1 }
    #expect(await values.next() == 1)
  }

  @Test func `a history has no step for a number that stays no number`() {
    struct Editor {
      var ratio = Double.nan
      var history = History<Double>()
    }
    let reducer = ComposedReducer { (editor: inout Editor, ratio: Double) in
      editor.ratio = ratio
      return .none
    }
    .undoable(\.ratio, history: \.history) { _ in .record }
    let store = Store(initialState: Editor(), reducer: reducer)
    store.send(.nan)
    #expect(store.state.history.undoCount == 0)
    store.send(1)
    #expect(store.state.history.undoCount == 1)
  }
}
