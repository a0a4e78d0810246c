public import CombineShim
public import StoreCore
public import StoreScoping

/// A store of a feature whose reduces may suspend, which is an `ObservableObject`.
///
/// ```swift
/// let store = Store(feature: CounterView.Feature(dependency: dependency), initialState: .init(count: 0))
/// store.send(action: .increment)
/// ```
///
/// Actions are handled one after another: later actions wait while a reduce is suspended, so that no update is lost.
/// When the store is deallocated, no more actions are handled, the rest of a suspended reduce changes nothing, and
/// every wait returns.
@MainActor
public final class Store<Feature: FeatureType>: ObservableObject, ScopableStore {
  /// The feature's state.
  public typealias State = Feature.State
  /// The feature's actions.
  public typealias Action = Feature.Action

  /// The runtime that handles the store's actions and runs its effects.
  public nonisolated let runtime: Runtime<Feature.Action>

  @usableFromInline let box: StateBox<Feature.State>
  @usableFromInline let announcer: ChangeAnnouncer

  // Inlinable, so that the handler is specialised for the feature.
  /// Creates a store.
  ///
  /// - Parameters:
  ///   - feature: The feature, with its dependencies.
  ///   - initialState: The first state.
  ///   - options: The store's name, clock, observers and hooks.
  @inlinable
  public init(feature: Feature, initialState: Feature.State, options: StoreOptions = StoreOptions()) {
    let box = StateBox(initialState, options: options)
    let announcer = ChangeAnnouncer()
    self.box = box
    self.announcer = announcer
    let link = RuntimeLink<Feature.Action>()
    runtime = Runtime(
      of: Store.self,
      options: options,
      // A reduce that has suspended may outlive the store, and does not keep its subscribers.
      asynchronousHandler: { [weak box] action in
        guard var state = box?.read({ copy $0 }) else { return .none }
        await feature.reduce(into: &state, action: action)
        // Cancelled with its action or with the store: its copy of the state is dropped.
        guard !Task.isCancelled, let box else {
          link.runtime?.dropHandledAction()
          return .none
        }
        announcer.opened?.send()
        box.put(state)
        return feature.effect(of: action, state: state)
      }
    )
    link.runtime = runtime
    runtime.reportRelease(ofUnread: box)
    runtime.shareState(of: box)
  }

  /// The current state, made by the last reduce.
  public var state: Feature.State { box.value }

  /// The parts of a store's state that are observed separately.
  public static func slices(of store: Store) -> StateSlices<Feature.State> { store.box.slices }

  /// The publisher that announces each change just before it is made.
  public var objectWillChange: ObservableObjectPublisher {
    box.noteLook()
    if announcer.opened == nil { box.willReplace = { [announcer] in announcer.opened?.send() } }
    return announcer.publisher
  }

  /// Handles an action in its turn: SwiftUI Redux's word for `send(_:)`.
  ///
  /// On systems whose Swift runtime starts tasks immediately, the reduce of an idle store has begun when it returns,
  /// and one that does not suspend has ended; see `Runtime.init(of:options:ordering:asynchronousHandler:)`.
  ///
  /// - Returns: A handle to wait for the action and its effects, and to cancel them.
  @discardableResult
  public func send(
    action: Feature.Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> SendHandle {
    runtime.send(action, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Handles an action in its turn, for use as a function value: `actions.forEach(store.send(action:))`.
  @_disfavoredOverload
  public func send(action: Feature.Action) {
    runtime.send(action, at: .unknown)
  }

  /// Calls `receive` with the state after each action from now on.
  ///
  /// The subscription lasts until it is cancelled or the store is deallocated.
  @discardableResult
  public func subscribe(_ receive: @escaping @MainActor (Feature.State) -> Void) -> StoreSubscription {
    box.subscribe(receive)
  }
}

/// The publisher of a store's changes, which its handler retains instead of the store.
@MainActor
@usableFromInline
final class ChangeAnnouncer {
  // Sent to at each change if it exists, which costs a lock.
  /// The publisher, once somebody has asked for it.
  @usableFromInline private(set) var opened: ObservableObjectPublisher?

  @usableFromInline
  init() {}

  var publisher: ObservableObjectPublisher {
    let publisher = opened ?? ObservableObjectPublisher()
    opened = publisher
    return publisher
  }
}

/// A store of this engine, in a file that imports several.
public typealias ReduxStore<Feature: FeatureType> = Store<Feature>
