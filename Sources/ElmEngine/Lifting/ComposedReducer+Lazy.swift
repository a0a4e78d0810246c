import StoreCore

extension ComposedReducer {
  /// A reducer that is made once, when it is first needed: for a feature that has itself among its children.
  ///
  /// ```swift
  /// struct Folder: Identifiable {
  ///   let id: Int
  ///   var folders: [Folder] = []
  ///
  ///   static let inner = ChildList(\Folder.folders, embed: FolderAction.folder) { … }
  ///
  ///   static let reducer: ComposedReducer<Folder, FolderAction> =
  ///     ComposedReducer { (folder: inout Folder, action: FolderAction) in … }
  ///     .lifting(.lazy { reducer }, at: inner)
  /// }
  /// ```
  ///
  /// Without it the reducer would need itself while it is made: a constant would wait for itself for ever, and a
  /// function would never return. Two lifts with one id are found only when it is made; otherwise it is like any other.
  /// Features may be nested some hundreds of levels deep: an action takes some of the stack at each level.
  ///
  /// - Parameter make: Makes the reducer, at its first action or when its store first looks for its children.
  /// - Returns: The reducer.
  public static func lazy(_ make: @escaping @MainActor () -> ComposedReducer) -> ComposedReducer {
    let reducer = Lazy(make)
    return ComposedReducer(
      own: nil,
      // From now on its lifts are known, and two lifts with one id are reported.
      stage: { state, action, context, lifts in
        let reducer = reducer.value
        // They are not known to the parent, as the reducer was not made yet.
        return reducer.run(&state, action, &context, lifts.known, noting: reducer.appearances[...])
      },
      lifts: Lifts(lazy: { reducer.value.lifts })
    )
  }
}

/// A value that is made when it is first read.
@MainActor
final class Lazy<Value> {
  private let make: @MainActor () -> Value
  private(set) lazy var value = make()

  nonisolated init(_ make: @escaping @MainActor () -> Value) {
    self.make = make
  }
}
