import StoreCore

/// The place of a host's state.
@usableFromInline
enum HostStorage<State> {
  /// In the host.
  case own(StateBox<State>)
  /// With somebody else.
  case accessed(AccessedState<State>)
}
