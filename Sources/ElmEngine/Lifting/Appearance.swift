import StoreCore
public import StoreScoping

/// The first action of an optional child, and how to see that one has appeared.
@usableFromInline
struct Appearance<State, Action: Sendable>: Sendable {
  let presence: @MainActor @Sendable (borrowing State) -> ChildPresence
  /// The program of the first action of a child that is present.
  let first: @MainActor @Sendable (ChildPresence) -> EffectProgram<Action>
}

/// Which child is present.
enum ChildPresence: Equatable {
  case absent
  /// A child by its own id, or any if it has none.
  case present(EffectID?)
  /// A child of an optional one.
  indirect case inner(EffectID?, ChildPresence)
}

extension ComposedReducer {
  /// Adds the appearances of a child that is always present.
  @usableFromInline
  mutating func add<ChildState, ChildAction>(
    _ appearances: [Appearance<ChildState, ChildAction>],
    at place: Child<State, Action, ChildState, ChildAction>
  ) {
    self.appearances += appearances.map { inner in
      Appearance { state in
        place.path.read(state) { inner.presence($0) }
      } first: { presence in
        inner.first(presence).lifted(to: place.scope, place.embed)
      }
    }
  }

  /// Adds the appearance of an optional child, if it gets a first action, and those in it.
  @usableFromInline
  mutating func add<ChildState, ChildAction>(
    _ action: ChildAction?,
    _ appearances: [Appearance<ChildState, ChildAction>],
    at place: Child<State, Action, ChildState?, ChildAction>
  ) {
    // In the child's scope: if it has left before its turn, nothing is sent.
    if let action {
      self.appearances.append(
        Appearance { state in
          place.path.read(state) { child in
            if let child = copy child { .present(place.ownID?(child)) } else { .absent }
          }
        } first: { presence in
          guard case .present(let id) = presence else { return .none }
          return EffectProgram<ChildAction>.emit(action).lifted(to: place.scope.appending(ownID: id), place.embed)
        }
      )
    }
    self.appearances += appearances.map { inner in
      Appearance { state in
        place.path.read(state) { child in
          guard let child = copy child else { return .absent }
          let presence = inner.presence(child)
          return presence == .absent ? .absent : .inner(place.ownID?(child), presence)
        }
      } first: { presence in
        guard case .inner(let id, let presence) = presence else { return .none }
        return inner.first(presence).lifted(to: place.scope.appending(ownID: id), place.embed)
      }
    }
  }

  /// Handles an action, and sends the children that appear with it their first actions, before its effects start.
  @MainActor
  @usableFromInline
  func run(
    _ state: inout State,
    _ action: Action,
    _ context: inout ReducerContext,
    _ lifts: Lifts<State>,
    noting appearances: ArraySlice<Appearance<State, Action>>
  ) -> EffectProgram<Action> {
    guard let appearance = appearances.first else { return stage(&state, action, &context, lifts) }
    let former = appearance.presence(state)
    let program = run(&state, action, &context, lifts, noting: appearances.dropFirst())
    let presence = appearance.presence(state)
    guard presence != .absent, presence != former else { return program }
    return Self.both(appearance.first(presence), program)
  }
}
