public import Observation
public import StoreCore

/// The store of one child, and its connections with its parent.
@MainActor
final class ChildLink<Child: StoreEngine> {
  let store: Child
  private let subscriptions: [StoreSubscription]
  private var hasEnded = false

  init(_ store: Child, _ subscriptions: [StoreSubscription]) {
    self.store = store
    self.subscriptions = subscriptions
  }

  /// Ends the child: its effects are cancelled, and actions sent to it are dropped.
  func end() {
    hasEnded = true
    for subscription in subscriptions { subscription.cancel() }
    store.runtime.end()
  }

  deinit {
    guard !hasEnded else { return }
    for subscription in subscriptions { subscription.cancel() }
    // Others may keep the store. It can be released on any thread.
    Task.detached { @MainActor [weak store] in store?.runtime.end() }
  }
}

/// A store's child on its own engine, which exists while the parent's state says so.
///
/// ```swift
/// let editor = list.child(\.draft) { draft in
///   EditorStore(initialState: EditorFeature.State(draft), feature: EditorFeature())
/// } output: { action, editor in
///   action == .save ? .saved(editor.text) : nil
/// }
/// editor.store?.send(.typed("a"))
/// ```
///
/// **Life.** The child's store is created when the part of the parent's state appears. It ends when the part departs or
/// another one replaces it: all of the child's effects are cancelled, waits for them end, and actions sent to it
/// afterwards are dropped. Its observers are notified of such drops, like those of any stopped store; unlike with a
/// scope that has departed, they are no issue. The store has ended for good, even if it is still retained, and so have
/// its own children: to use it as a child again is an issue, `RuntimeIssue.Kind.reusedChild`. The child also ends with the
/// parent, with this object, and by ``cancel()``: keep this object, which the parent does not. Each call of `child` makes
/// a child of its own: call it where the parent is created, not in the body of a view. A second one of the same type for a
/// part is reported in debug builds. While the parent is stopped, like a host whose view has disappeared, there is no
/// child; a new one is created when the parent starts again. A child that is a ``ScopedStore`` is a part of another store,
/// and continues there.
///
/// **Turns.** The child is created and ended in the turn of the parent's action, when its state has changed: when
/// `send` to an idle parent whose handler does not suspend returns, ``store`` is available. A child that replaces
/// another is created once that has ended. If the parent or this object is deallocated, the child ends in a turn of its own, and so it
/// does if a state that is an `Observable` object is written by something other than an action, such as a binding. An
/// action that either sends to the other is handled at once if that is idle, or else in its turn.
@MainActor
public final class ChildStore<Child: StoreEngine>: Observable, ChildHolder {
  private(set) var link: ChildLink<Child>?
  private var subscriptions: [StoreSubscription] = []
  private lazy var port = ObservationPort(of: self)
  /// The number of changes; a newer one may begin inside an older one.
  private var changeCount = 0
  /// Whether observers are being notified of a change; if one of them makes another, they are not notified again.
  private var isAnnouncing = false

  init() {}

  deinit {
    for subscription in subscriptions { subscription.cancel() }
  }

  /// The child's store; `nil` while the part is absent.
  ///
  /// A read inside an observation registers for its creation and end, and for nothing that the child does.
  public var store: Child? {
    port.access()
    return link?.store
  }

  var isCancelled: Bool { subscriptions.isEmpty }

  /// Ends the child for good; no other is created.
  public func cancel() {
    for subscription in subscriptions { subscription.cancel() }
    subscriptions = []
    replace(with: nil)
  }

  func begin(_ subscriptions: [StoreSubscription]) {
    self.subscriptions = subscriptions
  }

  /// Ends the present child, and then creates another one if `make` is given.
  func replace(with make: (() -> ChildLink<Child>)?) {
    // Also if there is no child: one that is being created is not wanted any more.
    changeCount += 1
    guard link != nil || make != nil else { return }
    let change = changeCount
    // Observers, the child and the user's code that makes one may all cause another change: the newest counts.
    announce()
    if change == changeCount { link.take()?.end() }
    if change == changeCount, let made = make?() {
      if change == changeCount { link = made } else { made.end() }
    }
    port.didChange()
  }

  private func announce() {
    guard !isAnnouncing else { return }
    isAnnouncing = true
    port.willChange()
    isAnnouncing = false
  }
}
