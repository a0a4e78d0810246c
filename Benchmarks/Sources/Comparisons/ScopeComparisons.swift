import ElmEngine
import FeatureEngine
import Observation

/// The cost of scopes and of observing a part of a state.
@MainActor
func scopeComparisons() -> [Comparison] {
  [observedRows(), rowScopes(), scopedSend(), trackedProperty(), childrenMade(), childTold()]
}

/// An item of a list, as an app has it.
struct Item: Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
  var note = "Something that was noted, and is too long to be kept in place."
  var count = 0
}

/// A list of items, and how often one of them was changed.
struct ItemList: Sendable {
  var items: [Item]
  var changes = 0

  init(count: Int) {
    items = (0..<count).map { Item(id: $0, title: "Item \($0)") }
  }
}

/// An action for one of 1,000 observed rows, against comparing and telling by hand.
@MainActor
private func observedRows() -> Comparison {
  let size = 1_000
  let store = ElmEngine.Store<ItemList, Int>(initialState: ItemList(count: size)) { list, id in
    list.items[id].count &+= 1
    list.changes &+= 1
    return .none
  }
  let scopes = store.scopes(\.items) { id, _ in id } as [ScopedStore<Item, Int>]
  let rows = PlainRows(ItemList(count: size))
  // Used on the main actor only.
  let told = Tally()
  for scope in scopes {
    watch {
      _ = scope.state
    } told: {
      told.count &+= 1
    }
  }
  for row in rows.rows {
    watch {
      _ = row.item
    } told: {
      told.count &+= 1
    }
  }
  return Comparison("an action for one of 1,000 observed rows", limit: 2, operations: 1_000) { count in
    for index in 0..<count {
      let id = index % size
      scopes[id].send(id)
      watch {
        _ = scopes[id].state
      } told: {
        told.count &+= 1
      }
    }
  } raw: { count in
    for index in 0..<count {
      let id = index % size
      rows.change(id)
      watch {
        _ = rows.rows[id].item
      } told: {
        told.count &+= 1
      }
    }
  }
}

/// A scope for each of 1,000 rows, against an object for each.
@MainActor
private func rowScopes() -> Comparison {
  let list = ItemList(count: 1_000)
  let store = ElmEngine.Store<ItemList, Int>(initialState: list) { _, _ in .none }
  // Used on the main actor only.
  nonisolated(unsafe) var kept = 0
  return Comparison("a scope for each of 1,000 rows", limit: 8, operations: 200) { count in
    for _ in 0..<count { kept &+= (store.scopes(\.items) { id, _ in id } as [ScopedStore<Item, Int>]).count }
  } raw: { count in
    for _ in 0..<count { kept &+= PlainRows(list).rows.count }
  }
}

/// A send and a read through a scope, against the same without.
@MainActor
private func scopedSend() -> Comparison {
  let store = makeCounterStore()
  let scope = store.scope(\.count) { $0 }
  let plain = makeCounterStore()
  // Used on the main actor only.
  nonisolated(unsafe) var sum = 0
  return Comparison("send and read through a scope, against none", limit: 20, operations: 100_000) { count in
    for _ in 0..<count {
      scope.send(.add(1))
      sum &+= scope.state
    }
  } raw: { count in
    for _ in 0..<count {
      plain.send(.add(1))
      sum &+= plain.state.count
    }
  }
}

/// A send and a read of a tracked property, against a plain observable object that is tracked.
@MainActor
private func trackedProperty() -> Comparison {
  let store = makeCounterStore()
  let plain = PlainCounter()
  let told = Tally()
  // Used on the main actor only.
  nonisolated(unsafe) var sum = 0
  return Comparison("send and read of a property, tracked", limit: 5, operations: 20_000) { count in
    for _ in 0..<count {
      watch {
        sum &+= store.count
      } told: {
        told.count &+= 1
      }
      store.send(.add(1))
    }
  } raw: { count in
    for _ in 0..<count {
      watch {
        sum &+= plain.count
      } told: {
        told.count &+= 1
      }
      plain.count += 1
    }
  }
}

/// A child on another engine for each of 1,000 rows, made and ended, against the same stores made by hand.
@MainActor
private func childrenMade() -> Comparison {
  let list = ItemList(count: 1_000)
  let parent = ElmEngine.Store<ItemList, Int>(initialState: list) { _, _ in .none }
  // Used on the main actor only.
  nonisolated(unsafe) var kept = 0
  return Comparison("a list of 1,000 children on another engine", limit: 5, operations: 50) { count in
    for _ in 0..<count {
      let children = parent.children(\.items) { _ in
        makeCountingStore()
      } output: { _, _, _ in
        nil
      }
      kept &+= children.ids.count
      children.cancel()
    }
  } raw: { count in
    for _ in 0..<count {
      var stores: [Int: FeatureEngine.Store<CountingFeature>] = [:]
      for item in list.items { stores[item.id] = makeCountingStore() }
      kept &+= stores.count
      for store in stores.values { store.cancelAllTasks() }
    }
  }
}

/// An action for one row of 1,000 whose child is told of it, against comparing and telling by hand.
@MainActor
private func childTold() -> Comparison {
  let size = 1_000
  let parent = ElmEngine.Store<ItemList, Int>(initialState: ItemList(count: size)) { list, id in
    list.items[id].count &+= 1
    return .none
  }
  let children = parent.children(\.items) { _ in
    makeCountingStore()
  } input: { item, child in
    child.send(.addUnobserved(item.count))
  }
  var list = ItemList(count: size)
  let stores = list.items.map { _ in makeCountingStore() }
  return Comparison("an action for one of 1,000 children", limit: 2, operations: 1_000) { count in
    withExtendedLifetime(children) {
      for index in 0..<count { parent.send(index % size) }
    }
  } raw: { count in
    for index in 0..<count {
      let old = list.items
      list.items[index % size].count &+= 1
      for place in old.indices where old[place] != list.items[place] {
        stores[place].send(.addUnobserved(list.items[place].count))
      }
    }
  }
}

@MainActor
private func makeCountingStore() -> FeatureEngine.Store<CountingFeature> {
  FeatureEngine.Store(initialState: CountingFeature.State(), feature: CountingFeature())
}

/// Rows written by hand: an object for each, which is told of its item if that has changed.
@MainActor
private final class PlainRows {
  @Observable
  @MainActor
  final class Row {
    var item: Item

    init(_ item: Item) {
      self.item = item
    }
  }

  private var list: ItemList
  let rows: [Row]

  init(_ list: ItemList) {
    self.list = list
    rows = list.items.map { Row($0) }
  }

  func change(_ id: Int) {
    let old = list.items
    list.items[id].count &+= 1
    list.changes &+= 1
    for index in old.indices where old[index] != list.items[index] { rows[index].item = list.items[index] }
  }
}

/// The number of notifications.
// Sendable: used on the main actor only.
private final class Tally: @unchecked Sendable {
  var count = 0
}

@MainActor
private func watch(_ read: () -> Void, told: @escaping @Sendable () -> Void) {
  withObservationTracking(read, onChange: told)
}
