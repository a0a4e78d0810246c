extension EffectTable {
  /// Waits until a window ends, and then until each one after it has ended, unless the store ends first.
  func openWindow(of id: EffectID, _ throttle: Throttle) {
    let timer = Task.detached(executorPreference: executor) { [self] in
      var next: Throttle? = throttle
      while let throttle = next, !Task.isCancelled {
        guard throttle.duration > .zero else {
          // On the main actor, so that launches without a suspension between them share the window.
          next = await Task.detached { @MainActor [self] in endWindow(of: id) }.value
          continue
        }
        let clock = EffectClock(explicit: throttle.clock ?? options.clock)
        // A clock that fails ends the window, which would otherwise stay for ever.
        try? await ThrottleTimer.$current.withValue(waitWatch == nil ? nil : ThrottleTimer(table: self, id: id)) {
          try await clock.sleep(for: throttle.duration)
        }
        next = Task.isCancelled ? nil : endWindow(of: id)
      }
    }
    // It may have ended meanwhile. No other window of the name has begun: launches are on the main actor, as this is.
    withMachine { if $0.windows[id] != nil { $0.windows[id] = timer } }
  }

  /// Ends a throttle's window; returns the throttle of the next window, if there is one.
  private func endWindow(of id: EffectID) -> Throttle? {
    change { $0.endWindow(of: id) }.windowOpener?.operation.throttle
  }
}

/// The wait for the end of a throttle's interval, as clocks that are moved by hand know it.
struct ThrottleTimer: Sendable {
  @TaskLocal static var current: ThrottleTimer?

  let table: EffectTable
  let id: EffectID
}
