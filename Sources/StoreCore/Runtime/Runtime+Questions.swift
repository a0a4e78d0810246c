extension Runtime {
  /// Tells whether an effect of this name is running, or waits for its turn.
  ///
  /// One that was cancelled is not, even if it has not ended yet.
  public func isTaskRunning(id: some Hashable & Sendable) -> Bool {
    noteLook()
    return table.isRunning(EffectID(id))
  }

  /// The number of running effects, those included that wait for their turn.
  ///
  /// Cancelled ones that have not ended yet are left out.
  public var runningTaskCount: Int {
    noteLook()
    return table.runningCount
  }

  /// The running effects in the order of their launches, those included that wait for their turn.
  public var runningEffects: [EffectInfo] {
    noteLook()
    return table.runningEffects
  }

  /// The effects that wait for others of their name, or for the end of a throttle's interval, in the order of their
  /// launches.
  public var waitingEffects: [EffectInfo] {
    noteLook()
    return table.waitingEffects
  }

  /// The effects that were cancelled or replaced and have not ended yet, in the order of their launches.
  ///
  /// They block nobody: their names are free, and nothing they send is handled.
  public var drainingEffects: [EffectInfo] { table.drainingEffects }
}
