public import CombineShim
import Observation
public import StoreCore

/// A store of any engine as an `ObservableObject`.
///
/// ```swift
/// @StateObject private var search: ObservableStore<SearchStore>
///
/// init(_ store: SearchStore) {
///   _search = StateObject(wrappedValue: ObservableStore(store))
/// }
/// ```
///
/// It retains the store. ``objectWillChange`` is sent just before a change if the engine makes its state observable, as
/// those with value states do; for a scoped store, just after it. For a state that is an object it is sent after each
/// action, and after each task that has ended; a view observes the object itself, if it is `@Observable`. For a
/// ``Store`` it is the store's own.
@MainActor
public final class ObservableStore<Engine: StoreEngine>: ObservableObject {
  /// The store.
  public let store: Engine
  /// The publisher that announces each change.
  public let objectWillChange: ObservableObjectPublisher

  /// Whether the next change will be announced before it is made.
  private var isObserving = false
  /// Whether a later turn will make sure that the next change is announced.
  private var isRenewing = false
  private let observationEnd = ObservationEnd()
  private var subscription: StoreSubscription?

  /// Creates an object that announces a store's changes.
  public init(_ store: Engine) {
    self.store = store
    if let store = store as? any ChangeTelling {
      objectWillChange = store.objectWillChange
      return
    }
    objectWillChange = ObservableObjectPublisher()
    observe()
    subscription = store.subscribe { [weak self] _ in self?.stateHasChanged() }
  }

  /// The current state.
  public var state: Engine.State { store.state }

  /// Sends an action to the store.
  ///
  /// - Returns: A handle to wait for the action and its effects, and to cancel them.
  @discardableResult
  public func send(
    _ action: Engine.Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> SendHandle {
    store.send(action, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  private func observe() {
    isObserving = true
    withObservationTracking {
      observationEnd.access()
      _ = store.state
    } onChange: { [weak self] in
      // Nil if this is the end of the observation.
      guard self != nil else { return }
      // At once on the main actor; a state that another owner keeps may be changed elsewhere.
      MainActor.perform { self?.stateWillChange() }
    }
  }

  private func stateWillChange() {
    isObserving = false
    objectWillChange.send()
    guard !isRenewing else { return }
    isRenewing = true
    // Subscribers are not notified of a write past a host. The task ends by itself, at once.
    Task.detached { @MainActor [weak self] in self?.renewObservation() }
  }

  private func renewObservation() {
    isRenewing = false
    if !isObserving { observe() }
  }

  private func stateHasChanged() {
    if isObserving {
      // The change was not announced before.
      objectWillChange.send()
    } else {
      observe()
    }
  }

  deinit {
    subscription?.cancel()
    observationEnd()
  }
}

/// A store that is itself an `ObservableObject`, and announces each change before it is made.
///
/// Used because a cast to `ObservableObject` is impossible: a store conforms to it only on the main actor.
@MainActor
protocol ChangeTelling {
  /// The publisher that announces each change.
  var objectWillChange: ObservableObjectPublisher { get }
}

extension Store: ChangeTelling {}
