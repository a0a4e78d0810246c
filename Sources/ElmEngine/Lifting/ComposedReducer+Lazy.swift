import StoreCore

extension ComposedReducer {
  /// A reducer that is made when it is first needed, once: for a feature that has itself among its children.
  ///
  /// ```swift
  /// struct Folder: Identifiable {
  ///   let id: Int
  ///   var folders: [Folder] = []
  ///
  ///   static let reducer: ComposedReducer<Folder, FolderAction> = ComposedReducer { folder, action in … }
  ///     .lifting(each: .lazy { reducer }, id: "folders", state: \.folders) { … } embed: { … }
  /// }
  /// ```
  ///
  /// Without it the reducer would need itself while it is made: a constant waits for itself for ever then, and a function
  /// never ends. The reducer is as one that was given itself, but that two lifts of one id are found when it is made.
  /// Features may be in each other to a depth of some hundreds: an action takes a part of the stack at each level.
  ///
  /// - Parameter make: Makes the reducer, at its first action, or when its store first asks for its children.
  /// - Returns: the reducer.
  public static func lazy(_ make: @escaping @MainActor () -> ComposedReducer) -> ComposedReducer {
    let reducer = Lazy(make)
    return ComposedReducer(
      own: nil,
      // What else was lifted into it is known from now on, and two lifts of one id are told.
      stage: { state, action, context, lifts in reducer.value.stage(&state, action, &context, lifts.known) },
      lifts: Lifts(lazy: { reducer.value.lifts })
    )
  }
}

/// A value that is made when it is first asked for.
@MainActor
final class Lazy<Value> {
  private let make: @MainActor () -> Value
  private(set) lazy var value = make()

  nonisolated init(_ make: @escaping @MainActor () -> Value) {
    self.make = make
  }
}
