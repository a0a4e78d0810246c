import StoreCore

/// The place of a host's state.
@usableFromInline
enum HostStorage<State> {
  /// The host itself keeps the state.
  case own(StateBox<State>)
  /// Another owner keeps the state.
  case accessed(AccessedState<State>)
}
