public import Observation

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
/// another one takes its place: all of the child's effects are cancelled, those who wait for them go on, and what is sent
/// to it afterwards is dropped. It ends with the parent too, and by ``cancel()``. The parent keeps it, whether this object is
/// kept or not. A child that is a ``ScopedStore`` is a part of another store, and goes on there.
///
/// **Turns.** The child is made and ended in the turn of the parent's action, when its state has changed: when `send` to an
/// idle parent returns, ``store`` is there. A child that takes the place of another is made when that has ended. With a
/// parent that is deallocated it ends in a turn of its own. What either sends to the other is handled at once where that is idle, else in
/// its turn.
@MainActor
public final class ChildStore<Child: StoreEngine>: Observable {
  private(set) var link: ChildLink<Child>?
  private var subscriptions: [StoreSubscription] = []
  private lazy var port = ObservationPort(of: self)

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
    replace(with: nil)
  }

  func begin(_ subscriptions: [StoreSubscription]) {
    self.subscriptions = subscriptions
  }

  /// Ends the child that is there, and then has another one made, where there is to be one.
  func replace(with make: (() -> ChildLink<Child>)?) {
    guard link != nil || make != nil else { return }
    port.willChange()
    link.take()?.end()
    link = make?()
    port.didChange()
  }
}
