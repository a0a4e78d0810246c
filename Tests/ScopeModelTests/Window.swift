import ElmEngine
import Observation

/// A scope, whatever the type of its state.
@MainActor
final class Window {
  /// The child, from the root on.
  let path: [Key]
  /// The child in whose scope its effects are.
  let effects: [Key]
  let hasID: Bool
  let comparesLog: Bool

  let store: AnyObject
  let send: (NodeAction) -> SendHandle
  let enqueue: (NodeAction) -> Void
  let launch: (EffectProgram<NodeAction>) -> Void
  let cancel: (EffectSelector) -> Void
  let node: () -> Node
  let hasDeparted: () -> Bool
  let runningCount: () -> Int
  let isRunning: (String) -> Bool
  let child: (Window, Place, Look) -> Window?
  let subscribe: (@escaping @MainActor (Node) -> Void) -> StoreSubscription
  let whenEnded: (@escaping @Sendable () -> Void) -> StoreSubscription
  let readLog: () -> Void
  let engine: (@escaping @MainActor (Int) -> Engines.Child) -> AnyObject?
  let look: (Place) -> [Int]
  let states: () -> any Reading
  let logs: () -> any Reading
  let way: () -> @MainActor @Sendable () -> Window?

  convenience init<State: Shape>(
    _ store: ScopedStore<State, NodeAction>,
    _ parent: Window,
    _ place: Place,
    _ look: Look
  ) {
    let id = store.state.id
    let key: Key =
      switch place {
      case .lodger: .lodger
      case .guest: .guest(id)
      case .row: .row(id)
      case .table: .table(id)
      case .route: .route(id)
      }
    // Without one, a scope takes the id of the lift at its key path.
    let hasID = parent.hasID
    self.init(
      store,
      path: parent.path + [key],
      effects: hasID ? parent.path + [key] : parent.effects,
      hasID: hasID,
      comparesLog: look == .compared && place != .table(id)
    )
  }

  init<State: Shape>(
    _ store: ScopedStore<State, NodeAction>,
    path: [Key],
    effects: [Key],
    hasID: Bool,
    comparesLog: Bool
  ) {
    self.path = path
    self.effects = effects
    self.hasID = hasID
    self.comparesLog = comparesLog
    self.store = store
    send = { store.send($0) }
    enqueue = { store.enqueue($0) }
    launch = { store.launch($0) }
    cancel = { store.cancel($0) }
    node = { store.state.node }
    hasDeparted = { store.hasDeparted }
    runningCount = { store.runningTaskCount }
    isRunning = { store.isTaskRunning(id: $0) }
    child = { State.window(of: store, $0, $1, $2) }
    subscribe = { receive in store.subscribe { receive($0.node) } }
    whenEnded = { store.whenEnded($0) }
    readLog = { _ = store.log }
    engine = { State.engine(of: store, $0) }
    look = { State.look(at: $0, in: store) }
    states = { StateReading(store.states) }
    logs = { LogReading(store.values(of: \.log)) }
    way = {
      let way = ScopedStore.weakReference(to: store)
      return {
        way().map { Window($0, path: path, effects: effects, hasID: hasID, comparesLog: comparesLog) }
      }
    }
  }
}

/// A sequence of a scope, as its reader sees it.
@MainActor
protocol Reading: AnyObject {
  /// The next value in words; `nil` at the end.
  func next() async -> String?
}

private final class StateReading<State: Shape>: Reading {
  private var iterator: AsyncStream<State>.Iterator

  init(_ stream: AsyncStream<State>) { iterator = stream.makeAsyncIterator() }

  func next() async -> String? {
    // Only one reads at a time.
    var iterator = iterator
    defer { self.iterator = iterator }
    return await iterator.next(isolation: #isolation).map { "\($0.node)" }
  }
}

private final class LogReading: Reading {
  private var iterator: AsyncStream<[Int]>.Iterator

  init(_ stream: AsyncStream<[Int]>) { iterator = stream.makeAsyncIterator() }

  func next() async -> String? {
    var iterator = iterator
    defer { self.iterator = iterator }
    return await iterator.next(isolation: #isolation).map { "\($0)" }
  }
}
