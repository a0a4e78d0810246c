/// The access to a state that the owner of a view keeps and passes as a binding.
///
/// ```swift
/// let host = EffectHost(storage: StateAccessor { owner.state } set: { owner.state = $0 }, update: update)
/// ```
public struct StateAccessor<State> {
  let get: @MainActor () -> State
  let set: @MainActor (State) -> Void

  /// Creates an accessor from two functions, which have to access the same place.
  public init(get: @escaping @MainActor () -> State, set: @escaping @MainActor (State) -> Void) {
    self.get = get
    self.set = set
  }
}
