/// The difference between the runtime of a scoped store and that of its root store.
final class RuntimeLens: Sendable {
  /// The scope of the child's effects; `nil` if they are those of the root.
  let scope: EffectScope?
  /// Converts a child's action to the root's.
  let embed: @Sendable (AnyAction) -> AnyAction
  /// Extracts the child's action from one of the root's, if the scope was made with such a function.
  let extract: (@MainActor @Sendable (AnyAction) -> AnyAction?)?
  /// Returns the child while its store exists.
  let child: @MainActor @Sendable () -> (any LensChild)?

  init(
    scope: EffectScope?,
    embed: @escaping @Sendable (AnyAction) -> AnyAction,
    extract: (@MainActor @Sendable (AnyAction) -> AnyAction?)?,
    child: @escaping @MainActor @Sendable () -> (any LensChild)?
  ) {
    self.scope = scope
    self.embed = embed
    self.extract = extract
    self.child = child
  }

  func appending(_ inner: RuntimeLens) -> RuntimeLens {
    let (embed, innerEmbed) = (embed, inner.embed)
    var extractBoth: (@MainActor @Sendable (AnyAction) -> AnyAction?)?
    if let extract, let innerExtract = inner.extract { extractBoth = { extract($0).flatMap(innerExtract) } }
    return RuntimeLens(
      scope: inner.scope?.within(scope) ?? scope,
      embed: { embed(innerEmbed($0)) },
      extract: extractBoth,
      child: inner.child
    )
  }

  /// A child's program as one of the root's.
  func lifted(_ program: Program) -> Program {
    let mapped = program.mapped(.part(embed: embed) { [child] _ in child()?.presentState })
    guard let scope, !program.isNone else { return mapped }
    return .scoped(mapped, scope)
  }

  /// A child's name as the root knows it.
  func outer(_ id: EffectID) -> EffectID { scope.map { id.scoped(within: $0) } ?? id }
}

/// A child as the runtime of its scoped store knows it.
@MainActor
package protocol LensChild {
  /// Its state; `nil` if it has departed.
  var presentState: Any? { get }

  /// Reads its state, the last one if it has departed; the function does not keep the store.
  var stateReader: @MainActor () -> Any? { get }

  /// Calls `body` when it departs.
  func whenDeparted(_ body: @escaping @MainActor () -> Void) -> StoreSubscription
}

extension Runtime {
  /// The child, for the runtime of a scoped store whose child has not departed.
  package var child: (any LensChild)? { lens?.child() }

  /// The runtime of a child, which is this one with the child's actions.
  package func scoped<Child: Sendable>(
    to scope: EffectScope?,
    embed: @escaping @Sendable (Child) -> Action,
    extract: (@MainActor @Sendable (Action) -> Child?)?,
    child: @escaping @MainActor @Sendable () -> (any LensChild)?
  ) -> Runtime<Child> {
    var extractAny: (@MainActor @Sendable (AnyAction) -> AnyAction?)?
    if let extract { extractAny = { extract(typed($0)) } }
    let lens = RuntimeLens(scope: scope, embed: { embed(typed($0)) }, extract: extractAny, child: child)
    let handler = handler
    return Runtime<Child>(core, lens: self.lens?.appending(lens) ?? lens) { action in
      // A program of the root's actions, as all that the core runs; see `proceed(with:of:at:)`.
      EffectProgram<Child>(handler(embed(action)).program)
    }
  }
}
