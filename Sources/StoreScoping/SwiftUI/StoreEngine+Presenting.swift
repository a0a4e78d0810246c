#if canImport(SwiftUI)
public import StoreCore
public import SwiftUI

// A presenter writes its dismissal late, as when an animation has ended. Of what a binding is given, only `nil` counts, and
// only if what was read last, by any binding of the part, is still present.
extension ScopableStore {
  /// Returns a binding that presents a child as a store of its own: `nil` while it is absent.
  ///
  /// ```swift
  /// .sheet(item: store.presented(editor, dismiss: .close)) { editor in EditorView(store: editor) }
  /// ```
  ///
  /// A dismissal by the user sends `dismiss`. A late one, of a child that has been closed or replaced meanwhile, does
  /// nothing. A child with another id is presented anew. A store that has departed stays readable while it disappears.
  ///
  /// - Parameters:
  ///   - child: The child.
  ///   - dismiss: The action for a dismissal, which closes the child.
  ///   - fileID: The file of the call, for issues; leave it out.
  ///   - line: The line of the call; leave it out.
  /// - Returns: The binding.
  public func presented<Value: Equatable & Identifiable, ChildAction>(
    _ child: Child<State, Action, Value?, ChildAction>,
    dismiss: Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Binding<ScopedStore<Value, ChildAction>?> where Value.ID: Sendable {
    Binding(of: presentation(of: child, dismiss: dismiss, fileID: fileID, line: line))
  }

  /// Returns a binding that presents a part as a store of its own, for a store that delivers no actions of the part's.
  public func presented<Value: Equatable & Identifiable, ChildAction: Sendable>(
    _ keyPath: KeyPath<State, Value?>,
    dismiss: Action,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    action embed: @escaping @Sendable (ChildAction) -> Action
  ) -> Binding<ScopedStore<Value, ChildAction>?> where Value.ID: Sendable {
    Binding(of: presentation(of: keyPath, dismiss: dismiss, action: embed, at: CallSite(fileID, line)))
  }
}

extension StoreEngine {
  /// Returns a binding that presents a part of the state as its value: `nil` while it is absent.
  ///
  /// A dismissal by the user sends `dismiss`; one of a value that was removed meanwhile, or replaced by one with another
  /// id, does nothing. A body that makes the binding reads the whole state.
  public func presented<Value: Identifiable & Sendable>(
    _ keyPath: KeyPath<State, Value?>,
    dismiss: Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Binding<Value?> {
    Binding(of: presentation(of: keyPath, dismiss: dismiss, at: CallSite(fileID, line)))
  }

  /// Returns a binding that is `true` while a part of the state is present, for alerts and for sheets without an item.
  ///
  /// ```swift
  /// .alert("Delete?", isPresented: store.isPresented(\.question, dismiss: .cancelled), presenting: store.question) {
  ///   question in Button("Delete") { store.send(.delete(question.id)) }
  /// }
  /// ```
  ///
  /// It dismisses as `presented` does. Give values that follow one another in the same place
  /// different ids, or a late dismissal of the first one may close the second.
  public func isPresented<Value: Identifiable>(
    _ keyPath: KeyPath<State, Value?>,
    dismiss: Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Binding<Bool> {
    Binding(isPresenting: presentation(of: keyPath, dismiss: dismiss, at: CallSite(fileID, line)))
  }

  /// Returns a binding that is `true` while a part of the state without an id is present.
  public func isPresented<Value>(
    _ keyPath: KeyPath<State, Value?>,
    dismiss: Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Binding<Bool> {
    Binding(isPresenting: presentation(of: keyPath, dismiss: dismiss, at: CallSite(fileID, line)))
  }
}

extension ChildStore {
  /// Returns a binding that presents the child, of any engine: `nil` while it is absent.
  ///
  /// ```swift
  /// .sheet(item: editor.presented(by: list, dismiss: .close)) { EditorView(store: $0.store) }
  /// ```
  ///
  /// - Parameters:
  ///   - parent: The parent's store.
  ///   - dismiss: The parent's action for a dismissal, which closes the child.
  ///   - fileID: The file of the call, for issues; leave it out.
  ///   - line: The line of the call; leave it out.
  /// - Returns: The binding.
  public func presented<Parent: StoreEngine>(
    by parent: Parent,
    dismiss: Parent.Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Binding<PresentedChild<Child>?> {
    Binding(of: presentation(by: parent, dismiss: dismiss, at: CallSite(fileID, line)))
  }
}

extension Binding {
  fileprivate init<Item: Sendable>(of presentation: Presentation<Item>) where Value == Item? {
    self.init(show: { presentation.read() }, send: { presentation.write($0) })
  }

  fileprivate init<Item>(isPresenting presentation: Presentation<Item>) where Value == Bool {
    self.init(show: { presentation.read() != nil }, send: { if !$0 { presentation.write(nil) } })
  }
}
#endif
