/// The vocabulary that the effects of all engines share: how they are composed, cancelled, timed and changed.
///
/// A modifier of a composed effect applies to each operation inside, unless its documentation says otherwise. It
/// changes nothing in an effect without an operation, such as a cancel, where a timeout or a retry is an issue. The
/// modifiers of an effect as a whole, ``cancellable(id:cancelInFlight:)``, ``policy(_:)``, ``debounce(id:for:clock:)``
/// and ``throttle(id:for:edges:clock:)``, apply there too, and so does ``delay(for:clock:)``. No modifier changes
/// `.none`: a debounce of it does not cancel the effect before.
///
/// What waits uses the store's clock, unless given its own. A modifier costs O(1), however large the effect is.
///
/// An engine's effect conforms by what it does in its own way; an effect around a program does it all by that:
///
/// ```swift
/// extension Command: StoreEffect {
///   static func program(_ program: EffectProgram<Action>) -> Command { Command(program: program) }
///   static func sequence(_ members: [Command]) -> Command { Command(program: .sequence(members.map(\.program))) }
///   static func cancel(id: EffectID) -> Command { .cancel(.id(id)) }
///   static func merge(_ members: [Command]) -> Command { Command(program: .merge(members.map(\.program))) }
///   func modified(by modifier: EffectModifier) -> Command { Command(program: program.modified(by: modifier)) }
///   func onCancel(_ handler: @escaping @MainActor @Sendable () -> Action?) -> Command {
///     Command(program: program.onCancel(handler))
///   }
///   func onRefused(_ handler: @escaping @MainActor @Sendable () -> Action?) -> Command {
///     Command(program: program.onRefused(handler))
///   }
/// }
/// ```
public protocol StoreEffect<Action> {
  /// The type of the actions that the effect sends to its store.
  associatedtype Action: Sendable

  /// The effect that runs a program.
  static func program(_ program: EffectProgram<Action>) -> Self

  /// Runs effects one after another.
  ///
  /// A member starts once the action of the previous one has been handled. A member that is cancelled or replaced ends,
  /// and the rest continue. A member that throws ends the sequence.
  static func sequence(_ members: [Self]) -> Self

  /// Starts effects together, in the given order.
  static func merge(_ members: [Self]) -> Self

  /// Cancels the effects of a name.
  static func cancel(id: EffectID) -> Self

  /// The effect with a modifier that is given as a value.
  func modified(by modifier: EffectModifier) -> Self

  /// Calls `handler` on the main actor when an operation of the effect has been cancelled or replaced.
  ///
  /// An action that it returns is sent. It is not called for an operation that is refused, for which there is
  /// ``onRefused(_:)``, nor when the store is deallocated. The action is dropped when the store stops or the operation's
  /// scope departs. A second handler replaces the first.
  func onCancel(_ handler: @escaping @MainActor @Sendable () -> Action?) -> Self

  /// Calls `handler` on the main actor when an operation of the effect, or the whole under one of its names, was
  /// refused: by a policy, or by a throttle.
  ///
  /// ```swift
  /// .run(id: document) { … }
  ///   .cancellable(id: "uploads")
  ///   .policy(.atMost(2, waiting: 10))
  ///   .onRefused { .refused(document) }
  /// ```
  ///
  /// An action that it returns is sent, before what follows the effect. The handler is called at once, or at the end of
  /// a throttle's interval for what that has held back. It is not called if nothing is there to be told: the store is
  /// stopped, or the scope of the effect is not in the state. A second handler replaces the first.
  func onRefused(_ handler: @escaping @MainActor @Sendable () -> Action?) -> Self
}

extension StoreEffect {
  /// Handles another action right after this one, before any that was sent meanwhile.
  public static func send(_ action: Action) -> Self {
    program(.emit(action))
  }

  /// Runs effects one after another.
  public static func sequence(_ first: Self, _ others: Self...) -> Self {
    sequence([first] + others)
  }

  /// Starts effects together, in the given order.
  public static func merge(_ first: Self, _ others: Self...) -> Self {
    merge([first] + others)
  }

  /// Cancels the selected effects.
  ///
  /// They are no longer running when the next member of a sequence starts.
  public static func cancel(_ selector: EffectSelector) -> Self {
    program(.cancel(selector))
  }

  // Disfavoured, so that a literal selects an engine's case, if it has one.
  /// Cancels the effects of a name, given as the value that the name was made from.
  @_disfavoredOverload
  public static func cancel(_ id: some Hashable & Sendable) -> Self {
    cancel(id: EffectID(id))
  }

  /// Cancels the effects of a name: another word for `cancel(_:)`.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    cancel(id: EffectID(id))
  }

  /// Cancels the effects of several names.
  ///
  /// Pass names of different types as `[EffectID]`.
  public static func cancel(ids: some Sequence<some Hashable & Sendable>) -> Self {
    cancel(.ids(ids.map { EffectID($0) }))
  }
}

// What an array, a scope or a string would mean here is hardly what was meant.
extension StoreEffect {
  /// Cancels the effects whose name is the array itself.
  @available(*, deprecated, message: "An array is one name: use 'cancel(ids:)'.")
  @_disfavoredOverload
  public static func cancel<ID: Hashable & Sendable>(_ id: [ID]) -> Self {
    cancel(id: EffectID(id))
  }

  /// Cancels the effects whose name is the array itself.
  @available(*, deprecated, message: "An array is one name: use 'cancel(ids:)'.")
  public static func cancel<ID: Hashable & Sendable>(id: [ID]) -> Self {
    cancel(id: EffectID(id))
  }

  /// Cancels the effects whose name is the scope itself.
  @available(*, deprecated, message: "A scope is no name: use 'cancel(.scope(_:))'.")
  @_disfavoredOverload
  public static func cancel(_ id: EffectScope) -> Self {
    cancel(id: EffectID(id))
  }

  /// Cancels the effects whose name is the scope itself.
  @available(*, deprecated, message: "A scope is no name: use 'cancel(.scope(_:))'.")
  public static func cancel(id: EffectScope) -> Self {
    cancel(id: EffectID(id))
  }

  /// Cancels one name: as a sequence, a string would be one name for each character.
  @available(*, deprecated, message: "A string is one name: use 'cancel(id:)'.")
  public static func cancel(ids: String) -> Self {
    cancel(id: EffectID(ids))
  }
}
