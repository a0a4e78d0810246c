public import Observation
public import StoreCore

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
  /// A collection of one element, or of none.
  private let stores: ChildStores<EffectID, Child>
  /// The note for all presentations of the child.
  let presentationNote = PresentationNote()

  init(_ stores: ChildStores<EffectID, Child>) {
    self.stores = stores
  }

  /// The child's store; `nil` while the part is absent.
  ///
  /// A read inside an observation registers for its creation and end, and for nothing that the child does.
  public var store: Child? { stores.stores.first }

  /// The child as what is presented.
  var present: PresentedChild<Child>? { stores.presented.first }

  var isCancelled: Bool { stores.isCancelled }

  /// Ends the child for good; no other is created.
  public func cancel() { stores.cancel() }
}
