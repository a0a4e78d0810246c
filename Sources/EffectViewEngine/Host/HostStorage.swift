import StoreCore

/// Where a host's state is.
@usableFromInline
enum HostStorage<State> {
  /// In the host.
  case own(StateBox<State>)
  /// With somebody else.
  case accessed(AccessedState<State>)
}
