public import Observation
public import StoreCore

/// The store of one child, and what connects it with its parent.
@MainActor
final class ChildLink<Child: StoreEngine> {
  let store: Child
  private let subscriptions: [StoreSubscription]

  init(_ store: Child, _ subscriptions: [StoreSubscription]) {
    self.store = store
    self.subscriptions = subscriptions
  }

  /// Ends the child: its effects are cancelled, and what is sent to it is dropped.
  func end() {
    for subscription in subscriptions { subscription.cancel() }
    store.runtime.end()
  }
}

/// A child of a store on an engine of its own, which is there while the parent's state says so.
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
/// **Life.** The child's store is made when the part of the parent's state appears, and ends when the part departs, or
/// another one takes its place: all of the child's effects are cancelled, waits for them end, and what is sent to it
/// afterwards is dropped. Its observers are told of that, as those of any store that is stopped; it is no issue, other
/// than with a scope that has departed. It has ended for good, also where somebody still keeps it, and so have the
/// children that it had itself: to give it as a child once more is an issue, `RuntimeIssue.Kind.reusedChild`. Each call
/// that makes a child adds one, which the parent keeps: make it where the parent is made, and not in the body of a view.
/// It ends with the parent too, and by ``cancel()``. The parent keeps it, whether this object is kept or not. While the
/// parent rests, as a host does whose view has disappeared, there is no child; one is made anew when the parent goes on.
/// A child that is a ``ScopedStore`` is a part of another store, and goes on there.
///
/// **Turns.** The child is made and ended in the turn of the parent's action, when its state has changed: when `send` to
/// an idle parent returns whose handler does not suspend, ``store`` is there. A child that takes the place of another is
/// made when that has ended. With a parent that is deallocated it ends in a turn of its own. What either sends to the
/// other is handled at once where that is idle, else in its turn.
@MainActor
public final class ChildStore<Child: StoreEngine>: Observable {
  private(set) var link: ChildLink<Child>?
  private var subscriptions: [StoreSubscription] = []
  private lazy var port = ObservationPort(of: self)
  /// Counts the changes, of which a newer one may begin inside an older one.
  private var changeCount = 0
  /// Whether observers are told that it changes: one of them may change it, and is not told again.
  private var isAnnouncing = false

  init() {}

  /// The child's store; `nil` while the part is absent.
  ///
  /// Reading it in an observation registers for its coming and going, and for nothing that the child does.
  public var store: Child? {
    port.access()
    return link?.store
  }

  /// Ends the child, and makes none any more.
  public func cancel() {
    for subscription in subscriptions { subscription.cancel() }
    subscriptions = []
    // One that is being made is not wanted any more.
    changeCount += 1
    replace(with: nil)
  }

  func begin(_ subscriptions: [StoreSubscription]) {
    self.subscriptions = subscriptions
  }

  /// Ends the child that is there, and then has another one made, where there is to be one.
  func replace(with make: (() -> ChildLink<Child>)?) {
    guard link != nil || make != nil else { return }
    changeCount += 1
    let change = changeCount
    // Observers, the child's and the user's code that makes one may all have it changed again: the newest change counts.
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
