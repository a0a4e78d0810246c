public import StoreCore

extension StateBox {
  /// The parts of the state that are observed separately; see ``ScopableStore``.
  public var slices: StateSlices<State> {
    let (port, isChanging) = observation
    if let slices = port.parts as? StateSlices<State> { return slices }
    let slices = StateSlices<State> { [unowned self] in read { copy $0 } }
    port.parts = slices
    // Requested during a change, while the old state is readable.
    if isChanging { slices.begin() }
    return slices
  }
}
