public import StoreCore

extension StateBox {
  /// The parts of the state that are observed separately; see ``ScopableStore``.
  public var slices: StateSlices<State> {
    slices(of: { [unowned self] in read { copy $0 } })
  }

  /// The parts of a state that is kept elsewhere, and for which the box stands: it is taken and put with each change.
  ///
  /// - Parameter read: Reads the state without registering in an observation: the former one while the box is taken, and
  ///   the new one when it is put. It must not retain the store, and always reads the same state.
  /// - Returns: The slices; those of an earlier call, if there was one.
  public func slices<Whole>(of read: @escaping @MainActor () -> Whole) -> StateSlices<Whole> {
    let (port, isChanging) = observation
    if let slices = port.parts as? StateSlices<Whole> { return slices }
    let slices = StateSlices<Whole>(read)
    port.parts = slices
    // Requested during a change, while the old state is readable.
    if isChanging { slices.begin() }
    return slices
  }
}
