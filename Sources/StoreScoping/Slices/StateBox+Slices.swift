public import StoreCore

extension StateBox {
  /// The parts of the state that are observed each by itself; see ``ScopableStore``.
  public var slices: StateSlices<State> {
    let (port, isChanging) = observation
    if let slices = port.parts as? StateSlices<State> { return slices }
    let slices = StateSlices<State> { [unowned self] in read { copy $0 } }
    port.parts = slices
    // Asked for while a change is made, with the old state readable.
    if isChanging { slices.begin() }
    return slices
  }
}
