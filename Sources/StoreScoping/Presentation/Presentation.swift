/// An optional part of a store as something that is presented, for a presenter that reads it and writes dismissals.
///
/// Bindings are shells around it.
@MainActor
package struct Presentation<Item> {
  private let note: PresentationNote
  private let item: @MainActor () -> Item?
  private let id: @MainActor (Item) -> AnyHashable
  private let dismiss: Dismissing

  /// Sends the one action for a dismissal, if what it closes is present in its turn; returns whether it is pending.
  package typealias Dismissing = @MainActor (_ isPresent: @escaping @MainActor () -> Bool) -> @MainActor () -> Bool

  /// Creates the presentation of a part.
  ///
  /// - Parameters:
  ///   - note: The note for all presentations of the part.
  ///   - item: Returns what is present.
  ///   - id: Returns the id of what is present.
  ///   - dismiss: Sends the action for a dismissal.
  package init(
    _ note: PresentationNote,
    item: @escaping @MainActor () -> Item?,
    id: @escaping @MainActor (Item) -> AnyHashable,
    dismiss: @escaping Dismissing
  ) {
    self.note = note
    self.item = item
    self.id = id
    self.dismiss = dismiss
  }

  /// Returns what is to be shown, and notes it.
  package func read() -> Item? {
    let present = item()
    let presentID = present.map(id)
    guard !note.isDismissed(presentID) else {
      note.shown = .some(nil)
      return nil
    }
    note.shown = presentID
    return present
  }

  /// Dismisses what was read last, if that is present and `nil` was written.
  package func write(_ item: Item?) {
    guard case .none = item else { return }
    let present = self.item().map(id)
    guard PresentationRule.dismisses(shown: note.shown, present: present), !note.isDismissed(present) else { return }
    let (item, id) = (self.item, id)
    note.dismissal = (present, dismiss { item().map(id) == present })
  }
}

/// What all presentations of one part have to know.
@MainActor
package final class PresentationNote {
  /// The id of what was read last, `.some(nil)` if that was nothing; `nil` if there was no read.
  var shown: AnyHashable??
  /// The last dismissal: the id of what it closes, and whether it is still to be handled.
  var dismissal: (id: AnyHashable?, isPending: @MainActor () -> Bool)?

  package init() {}

  /// Whether what is present has been dismissed, by an action that is still to be handled.
  func isDismissed(_ present: AnyHashable?) -> Bool {
    guard let dismissal else { return false }
    guard dismissal.isPending() else {
      self.dismissal = nil
      return false
    }
    return dismissal.id == present
  }
}
