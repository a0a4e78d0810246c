/// The decisions of a turnstile: who goes next.
///
/// Actions and what effects tell wait in two lines. While a handler has not returned nobody goes. While the effects of an
/// action hold a sequential store, only those of the second line go.
package struct TurnstileMachine {
  /// Which line the next one is taken from.
  package enum Next: Equatable {
    case fromEffects
    case fromOutside
    case nobody
  }

  package let isSequential: Bool
  /// Whether somebody is being handled now, in a call that has not returned.
  package private(set) var isTurning = false
  /// Whether a handler was called that has not returned yet.
  package private(set) var isHandling = false
  /// How many actions hold the store by their effects.
  package private(set) var holders = 0

  package init(isSequential: Bool) {
    self.isSequential = isSequential
  }

  /// Whether an action from outside is handled at once, if nobody waits in front of it.
  package var isOpen: Bool { !isTurning && !isHandling && holders == 0 }

  /// Whether what an effect sends is handled at once, if nothing that effects told waits in front of it.
  package var isOpenToEffects: Bool { !isTurning && !isHandling }

  /// Begins a turn; `false` where there is one already, or a handler has to return first.
  package mutating func begin() -> Bool {
    guard isOpenToEffects else { return false }
    isTurning = true
    return true
  }

  /// Who is handled next in the turn.
  package func next(hasEffects: Bool, hasActions: Bool) -> Next {
    if isHandling { return .nobody }
    if hasEffects { return .fromEffects }
    return hasActions && holders == 0 ? .fromOutside : .nobody
  }

  /// Ends the turn.
  package mutating func end() {
    isTurning = false
  }

  /// Notes that a handler has been called and suspends.
  package mutating func suspend() {
    isHandling = true
  }

  /// Notes that the handler has returned, and begins the turn that goes on with what it asked for.
  package mutating func resume() {
    isHandling = false
    isTurning = true
  }

  /// Notes that the effects of an action hold the store.
  package mutating func hold() {
    holders += 1
  }

  /// Notes that they have ended.
  package mutating func release() {
    holders -= 1
  }
}
