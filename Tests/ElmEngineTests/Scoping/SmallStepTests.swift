import ElmEngine
import Observation
import StoreTesting
import Testing
import _StoreTestSupport

/// Parts with a comparison for which small steps are no change: it compares with what an observer has last seen.
@MainActor
@Suite struct SmallStepTests {
  struct Gauge: Identifiable {
    let id: Int
    var level = 0.0
  }

  struct Panel {
    var level = 0.0
    var spare: Double? = 0
    var gauge: Gauge? = Gauge(id: 1)
    var gauges = [Gauge(id: 1), Gauge(id: 2)]
    var title = "a"

    var computedSpare: Double? {
      get { spare }
      set { spare = newValue }
    }

    var computedGauge: Gauge? {
      get { gauge }
      set { gauge = newValue }
    }
  }

  enum Kind: CaseIterable {
    case part, optional, computed, identified, identifiedAndComputed, element, elements
  }

  private let store = Store<Panel, Double>(initialState: Panel()) { (panel: inout Panel, step: Double) in
    panel.level += step
    panel.spare? += step
    panel.gauge?.level += step
    panel.gauges[1].level += step
    return .none
  }

  private static func areNear(_ first: Double, _ second: Double) -> Bool { abs(first - second) < 1 }

  private static func areNear(_ first: Gauge, _ second: Gauge) -> Bool { areNear(first.level, second.level) }

  /// A way to read a part's level in an observation, and one to subscribe to it.
  private typealias Part = (read: () -> Double, subscribe: (@escaping @MainActor (Double) -> Void) -> StoreSubscription)

  private func part(_ scope: ScopedStore<Double, Double>?) throws -> Part {
    let scope = try #require(scope)
    return ({ scope.state }, { scope.subscribe($0) })
  }

  private func part(of scope: ScopedStore<Gauge, Double>?) throws -> Part {
    let scope = try #require(scope)
    return ({ scope.state.level }, { receive in scope.subscribe { receive($0.level) } })
  }

  private func part(_ kind: Kind) throws -> Part {
    switch kind {
    case .part:
      try part(
        store.scope(
          Child(\.level) {
            $0
          } extract: { _ in
            nil
          },
          by: Self.areNear
        )
      )
    case .optional:
      try part(
        store.scope(
          Child(\.spare) {
            $0
          } extract: { _ in
            nil
          },
          by: Self.areNear
        )
      )
    case .computed:
      try part(
        store.scope(
          Child(\.computedSpare) {
            $0
          } extract: { _ in
            nil
          },
          by: Self.areNear
        )
      )
    case .identified:
      try part(
        of: store.scope(
          Child(\.gauge) {
            $0
          } extract: { _ in
            nil
          },
          by: Self.areNear
        )
      )
    case .identifiedAndComputed:
      try part(
        of: store.scope(
          Child(\.computedGauge) {
            $0
          } extract: { _ in
            nil
          },
          by: Self.areNear
        )
      )
    case .element:
      try part(
        of: store.scope(
          ChildList(\.gauges) {
            $1
          } extract: { _ in
            nil
          },
          element: 2,
          by: Self.areNear
        )
      )
    case .elements:
      try part(
        of: store.scopes(
          ChildList(\.gauges) {
            $1
          } extract: { _ in
            nil
          },
          by: Self.areNear
        ).last
      )
    }
  }

  private func track(_ part: Part) -> Counter {
    let counter = Counter()
    withObservationTracking {
      _ = part.read()
    } onChange: {
      counter.add()
    }
    return counter
  }

  // A hundred steps of a half were never told.
  @Test(arguments: Kind.allCases)
  func `a subscriber receives a value once small steps have added up to a change`(kind: Kind) throws {
    let part = try part(kind)
    var received: [Double] = []
    let subscription = part.subscribe { received.append($0) }
    for _ in 0..<100 { store.send(0.5) }
    #expect(received == (1...50).map(Double.init))
    // There and back again.
    for _ in 0..<10 {
      store.send(0.75)
      store.send(-0.75)
    }
    #expect(received.count == 50)
    subscription.cancel()
  }

  @Test(arguments: Kind.allCases)
  func `an observer is notified once small steps have added up to a change from what it has seen`(kind: Kind) throws {
    let part = try part(kind)
    let first = track(part)
    store.send(0.6)
    // An observer that came later does not keep the first one from being notified.
    let second = track(part)
    #expect([first.value, second.value] == [0, 0])
    store.send(0.6)
    #expect(first.value == 1)
    let third = track(part)
    store.send(0.6)
    #expect(third.value == 0)
    store.send(0.6)
    #expect(third.value == 1)
  }

  // Only the oldest value was compared, so that what a later observer had seen could be far from the present.
  @Test(arguments: Kind.allCases)
  func `what a later observer or subscriber has seen counts too, also if many came`(kind: Kind) throws {
    let part = try part(kind)
    let first = track(part)
    store.send(0.75)
    let second = track(part)
    var received: [Double] = []
    let subscription = part.subscribe { received.append($0) }
    store.send(-1.25)
    #expect([first.value, second.value] == [1, 1])
    #expect(received == [-0.5])
    // More values than are compared: then the next change is told.
    var observers: [Counter] = []
    for _ in 0..<10 {
      store.send(0.01)
      observers.append(track(part))
    }
    store.send(0.01)
    #expect(observers.map(\.value) == Array(repeating: 1, count: 7) + [0, 0, 0])
    subscription.cancel()
  }

  @Test(arguments: Kind.allCases)
  func `an observer without others has seen the value that it has last read`(kind: Kind) throws {
    let part = try part(kind)
    #expect(part.read() == 0)
    store.send(0.9)
    let observer = track(part)
    store.send(0.9)
    #expect(observer.value == 0)
    store.send(0.1)
    #expect(observer.value == 1)
  }

  @Test(arguments: ["part", "identified", "elements"])
  func `a child's input is a value once small steps have added up to a change`(kind: String) {
    var received: [Double] = []
    func make() -> Store<Int, Int> { Store(initialState: 0) { (_: inout Int, _: Int) in .none } }
    var keep: [Any] = []
    switch kind {
    case "part":
      keep = [
        store.child(\.spare, by: Self.areNear) { _ in
          make()
        } input: { level, _ in
          received.append(level)
        }
      ]
    case "identified":
      keep = [
        store.child(\.gauge, by: Self.areNear) { _ in
          make()
        } input: { gauge, _ in
          received.append(gauge.level)
        }
      ]
    default:
      keep = [
        store.children(\.gauges, by: Self.areNear) { _ in
          make()
        } input: { gauge, _ in
          received.append(gauge.level)
        }
      ]
    }
    for _ in 0..<6 { store.send(0.5) }
    #expect(received == [1, 2, 3])
    #expect(!keep.isEmpty)
  }

  // The copy of a value that nobody waits for would make the next action copy it.
  @Test func `a value that was only read is not kept`() {
    final class Paper {}
    struct Desk {
      var paper: Paper? = Paper()
    }
    let store = Store<Desk, Bool>(initialState: Desk()) { (desk: inout Desk, isOn: Bool) in
      desk.paper = isOn ? Paper() : nil
      return .none
    }
    weak let paper = store.state.paper
    let scope = store.scope(
      Child(\.self) {
        $0 as Bool
      } extract: { _ in
        nil
      },
      by: { ($0.paper == nil) == ($1.paper == nil) }
    )
    #expect(scope.state.paper != nil && paper != nil)
    store.send(false)
    #expect(paper == nil)
  }
}
