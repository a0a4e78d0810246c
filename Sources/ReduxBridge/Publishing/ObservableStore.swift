import Observation
public import OpenCombineShim
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
/// It keeps the store. ``objectWillChange`` goes out just before a change of the state, where the engine has its state
/// observed, as those with value states do; of a scoped store just behind it. Of a state that is an object it goes out
/// after each action, and after each task that has changed it; a view observes the object itself, if it is `@Observable`.
/// Of a ``Store`` it is the store's own.
@MainActor
public final class ObservableStore<Engine: StoreEngine>: ObservableObject {
  /// The store.
  public let store: Engine
  /// Tells of each change.
  public let objectWillChange: ObservableObjectPublisher

  /// Whether a change would be told of before it is made.
  private var isObserving = false
  private let observationEnd = ObservationEnd()
  private var subscription: StoreSubscription?

  /// Creates an object that tells of a store's changes.
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
  /// - Returns: a handle to wait for the action and its effects, and to cancel them.
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
      // Nothing, where this is the end.
      guard self != nil else { return }
      // Now, on the main actor; a state that somebody else keeps may be changed elsewhere.
      MainActor.perform { self?.stateWillChange() }
    }
  }

  private func stateWillChange() {
    isObserving = false
    objectWillChange.send()
  }

  private func stateHasChanged() {
    if isObserving {
      // Nobody has told of it before.
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

/// A store that is an `ObservableObject` by itself, and tells of each change before it is made.
///
/// Not `ObservableObject`, of which nobody can ask: a store conforms to that on the main actor alone.
@MainActor
protocol ChangeTelling {
  /// Tells of each change.
  var objectWillChange: ObservableObjectPublisher { get }
}

extension Store: ChangeTelling {}
