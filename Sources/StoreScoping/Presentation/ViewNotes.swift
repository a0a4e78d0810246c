import StoreCore

/// What the bindings of a store's parts have to know, once for all bindings of a part.
@MainActor
final class ViewNotes {
  private var presentations: [AnyKeyPath: PresentationNote] = [:]
  /// The values whose actions have to wait for their turn.
  private var written: [AnyKeyPath: (value: Any, handle: SendHandle)] = [:]

  /// The note for the presentations of a part.
  func presentation(of keyPath: AnyKeyPath) -> PresentationNote {
    if let note = presentations[keyPath] { return note }
    let note = PresentationNote()
    presentations[keyPath] = note
    return note
  }

  /// Notes a value that was written, if its action is still to be handled.
  func noteWrite<Root, Value>(of value: Value, to keyPath: KeyPath<Root, Value>, _ handle: SendHandle) {
    written[keyPath] = handle.isUnhandled ? (value, handle) : nil
  }

  /// Returns the value that was written last, if its action is still to be handled.
  func written<Root, Value>(to keyPath: KeyPath<Root, Value>) -> Value? {
    guard let (value, handle) = written[keyPath] else { return nil }
    guard handle.isUnhandled, let value = value as? Value else {
      written[keyPath] = nil
      return nil
    }
    return value
  }
}

/// A store that keeps notes of its own, apart from those of its runtime.
@MainActor
protocol ViewNoteKeeper {
  var ownViewNotes: ViewNotes { get }
}

extension StoreEngine {
  /// The notes for the bindings of the store's parts.
  var viewNotes: ViewNotes {
    if let keeper = self as? any ViewNoteKeeper { return keeper.ownViewNotes }
    if let notes = runtime.core.viewNotes as? ViewNotes { return notes }
    let notes = ViewNotes()
    runtime.core.viewNotes = notes
    return notes
  }
}
