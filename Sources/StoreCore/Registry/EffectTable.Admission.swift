extension EffectTable {
  /// The decision about a launch.
  enum Admission {
    /// The run is registered, and begins at once.
    case begins(RunKey, NodeKey)
    /// The run is registered, and waits for its turn or for its throttle.
    case waits(RunKey, NodeKey)
    case refused(Refusal)

    var isRefusal: Bool { if case .refused = self { true } else { false } }
  }
}
