import StoreCore

/// An observer of the orders in which named events followed each other in a run.
final class EventOrders: RuntimeObserver {
  private struct State {
    var last: (UInt64, UInt64) = (0, 0)
    var orders: Set<UInt64> = []
  }

  private let state = Locked(State())

  /// A number for each pair of events of which the second came right after the first, or with one event between.
  var orders: Set<UInt64> { state.withLock { $0.orders } }

  func receive(_ event: RuntimeEvent) {
    guard let name = Self.name(of: event.kind) else { return }
    state.withLock { state in
      state.orders.insert(Self.pair(state.last.1, name))
      state.orders.insert(Self.pair(state.last.0, name) &+ 1)
      state.last = (state.last.1, name)
    }
  }

  private static func name(of event: RuntimeEvent.Kind) -> UInt64? {
    var hash = FNVHash()
    switch event {
    case .actionHandled(let action, _):
      hash.combine("handled \(RepeatedActions.name(of: action))".utf8)
    case .actionDropped(let action):
      hash.combine("dropped \(RepeatedActions.name(of: action))".utf8)
    case .actionVetoed(let action, _, _):
      hash.combine("vetoed \(RepeatedActions.name(of: action))".utf8)
    case .effectStarted(let info):
      hash.combine("started \(info.simulatedName)".utf8)
    case .effectEnded(let info, let outcome):
      hash.combine("ended \(info.simulatedName) \(RepeatedActions.name(of: outcome))".utf8)
    default:
      return nil
    }
    return hash.value
  }

  private static func pair(_ first: UInt64, _ second: UInt64) -> UInt64 {
    var hash = FNVHash()
    hash.combine(first)
    hash.combine(second)
    return hash.value
  }
}

/// A search that continues from runs in which events came in new orders.
struct OrderSearch {
  private var seen: Set<UInt64> = []
  private var runs: [[EngineDeviation]] = []

  /// Returns the deviations with which a seed's run begins: none for about half, else those of a run with a new order.
  func beginning(of seed: UInt64) -> [EngineDeviation] {
    var generator = SeededGenerator(seed: ~seed)
    guard !runs.isEmpty, generator.number(below: 2) == 0 else { return [] }
    return runs[generator.number(below: runs.count)]
  }

  /// Notes what was seen in a run, and keeps the run if there is something new.
  mutating func learn(_ orders: Set<UInt64>, from deviations: [EngineDeviation]) {
    let count = seen.count
    seen.formUnion(orders)
    if seen.count > count { runs.append(deviations) }
  }
}
