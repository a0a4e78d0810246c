import ElmEngine
import StoreTesting

/// The checks for a child of an ElmEngine store, through a scope.
struct ScopedAdapter: ConformanceAdapter {
  struct Parent: Sendable {
    var child: [String]? = []
  }

  enum ParentAction: Sendable {
    case child(ConformanceAction)
  }

  func makeStore(options: StoreOptions) -> ScopedStore<[String], ConformanceAction> {
    let child = ComposedReducer<[String], ConformanceAction> { names, action in
      ElmAdapter.effect(action.handle(&names))
    }
    let parent = ComposedReducer<Parent, ParentAction> { _, _ in .none }
      .lifting(
        child,
        at: Child(\.child, id: "child") {
          .child($0)
        } extract: { action in
          if case .child(let action) = action { action } else { nil }
        }
      )
    let store = Store(initialState: Parent(), options: options, reducer: parent)
    let scope = store.scope(
      Child(\.child) {
        .child($0)
      } extract: {
        if case .child(let action) = $0 { action } else { nil }
      }
    )
    guard let scope else { fatalError("The child of a new store is there, and so is its scope.") }
    return scope
  }

  func handled(in state: [String]) -> [String] { state }
}

/// The checks through a scope without an id, whose effects have the names by which observers of the store know them.
struct UnnamedScopeAdapter: ConformanceAdapter {
  // Its store refuses it: the effects of others would end too.
  let missingEndings: Set<ConformanceEnding> = [.all]

  struct ParentAction: Sendable, CustomStringConvertible {
    let child: ConformanceAction

    var description: String { child.description }
  }

  func makeStore(options: StoreOptions) -> ScopedStore<[String], ConformanceAction> {
    struct Parent {
      var child: [String] = []
    }
    let parent = ComposedReducer<Parent, ParentAction> { parent, action in
      ElmAdapter.effect(action.child.handle(&parent.child)).map { ParentAction(child: $0) }
    }
    let store = Store(initialState: Parent(), options: options, reducer: parent)
    return store.scope(
      Child(\.child) {
        ParentAction(child: $0)
      } extract: {
        $0.child
      }
    )
  }

  func handled(in state: [String]) -> [String] { state }
}
