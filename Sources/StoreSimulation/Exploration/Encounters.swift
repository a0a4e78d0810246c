import StoreCore

/// The events of a run that came while an effect of the bench ran, and could be in its way.
final class Encounters: Sendable {
  private struct State {
    var running: [String] = []
    var hasMet = false
    var hasMissed = false
    var instant: Set<String> = []
    var lasting: Set<String> = []
  }

  private let state = Locked(State())

  /// Whether a step of the user, or another effect, came while an effect ran.
  var hasMet: Bool { state.withLock { $0.hasMet } }

  /// Whether a step came after effects that had all ended.
  var hasMissed: Bool { state.withLock { $0.hasMissed } }

  /// The names of the effects whose operations have changed an object by themselves, and have taken no time.
  var instant: Set<String> { state.withLock { $0.instant } }

  /// The names of the effects whose operations on the main actor have taken some time, in which others could come.
  var lasting: Set<String> { state.withLock { $0.lasting } }

  func noteStep(whileRunning isRunning: Bool) {
    state.withLock { state in
      if isRunning { state.hasMet = true } else { state.hasMissed = true }
    }
  }

  /// The names of the effects that have begun and not ended.
  var running: [String] { state.withLock { $0.running } }

  /// Notes the beginning of an effect, whose end is noted as well.
  func begin(_ effect: SimulatedEffect) {
    state.withLock { state in
      state.running.append(effect.name)
      if state.running.count > 1 { state.hasMet = true }
    }
  }

  func end(_ effect: SimulatedEffect) {
    state.withLock { state in
      if let place = state.running.firstIndex(of: effect.name) { state.running.remove(at: place) }
    }
  }

  /// Notes an operation on the main actor that has ended.
  ///
  /// - Parameters:
  ///   - effect: Its effect.
  ///   - isLasting: Whether the clock has moved meanwhile.
  ///   - hasWritten: Whether it has changed the state, which is an object.
  func noteOperation(of effect: SimulatedEffect, isLasting: Bool, hasWritten: @autoclosure () -> Bool) {
    if isLasting {
      state.withLock { _ = $0.lasting.insert(effect.name) }
    } else if hasWritten() {
      state.withLock { _ = $0.instant.insert(effect.name) }
    }
  }
}
