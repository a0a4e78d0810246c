public import StoreCore

extension ScopableStore {
  /// The presentation of a child as its scope.
  package func presentation<Value: Equatable & Identifiable, ChildAction>(
    of child: Child<State, Action, Value?, ChildAction>,
    dismiss: Action,
    fileID: StaticString,
    line: UInt
  ) -> Presentation<ScopedStore<Value, ChildAction>> {
    presentation(of: child.path.keyPath, dismiss, CallSite(fileID, line)) {
      self.scope(child, fileID: fileID, line: line)
    }
  }

  /// The presentation of a part as its scope.
  package func presentation<Value: Equatable & Identifiable, ChildAction: Sendable>(
    of keyPath: KeyPath<State, Value?>,
    dismiss: Action,
    action embed: @escaping @Sendable (ChildAction) -> Action,
    at location: CallSite
  ) -> Presentation<ScopedStore<Value, ChildAction>> where Value.ID: Sendable {
    presentation(of: keyPath, dismiss, location) { self.scope(keyPath, action: embed) }
  }

  private func presentation<Value: Identifiable, ChildAction>(
    of keyPath: AnyKeyPath,
    _ dismiss: Action,
    _ location: CallSite,
    scope: @escaping @MainActor () -> ScopedStore<Value, ChildAction>?
  ) -> Presentation<ScopedStore<Value, ChildAction>> {
    Presentation(
      viewNotes.presentation(of: keyPath),
      item: scope,
      id: { $0.id },
      dismiss: { self.sendDismissal(dismiss, at: location, isPresent: $0) }
    )
  }
}

extension StoreEngine {
  /// The presentation of a part as its value, which another one replaces if it has another id.
  package func presentation<Value: Identifiable>(
    of keyPath: KeyPath<State, Value?>,
    dismiss: Action,
    at location: CallSite
  ) -> Presentation<Value> {
    presentation(of: keyPath, dismiss, location) { $0.id }
  }

  /// The presentation of a part as its value; another value is shown in its place.
  package func presentation<Value>(
    of keyPath: KeyPath<State, Value?>,
    dismiss: Action,
    at location: CallSite
  ) -> Presentation<Value> {
    presentation(of: keyPath, dismiss, location) { _ in 0 }
  }

  private func presentation<Value>(
    of keyPath: KeyPath<State, Value?>,
    _ dismiss: Action,
    _ location: CallSite,
    id: @escaping @MainActor (Value) -> AnyHashable
  ) -> Presentation<Value> {
    Presentation(
      viewNotes.presentation(of: keyPath),
      item: { self.state[keyPath: keyPath] },
      id: id,
      dismiss: { self.sendDismissal(dismiss, at: location, isPresent: $0) }
    )
  }
}

extension ChildStore {
  /// The presentation of the child, which an action of its parent closes.
  package func presentation<Parent: StoreEngine>(
    by parent: Parent,
    dismiss: Parent.Action,
    at location: CallSite
  ) -> Presentation<PresentedChild<Child>> {
    Presentation(
      presentationNote,
      item: { self.present },
      id: { $0.id },
      dismiss: { parent.sendDismissal(dismiss, at: location, isPresent: $0) }
    )
  }
}

/// A child on its own engine, as what is presented.
public struct PresentedChild<Child: StoreEngine>: Identifiable, Sendable {
  /// A number that no other child has.
  public let id: Int
  /// The child's store.
  public let store: Child
}
