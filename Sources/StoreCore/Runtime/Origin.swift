/// The origin of an action, a program or an effect: what has caused it, and what led to that.
///
/// A message carries it, a store keeps that of what it causes now, and an effect that of its launch.
struct Origin: Sendable {
  enum Sender: Sendable {
    /// A call of the store.
    case call
    /// An effect that sent, returned or forwarded it.
    case effect(EffectRun)
    /// The handler that was called last, whose program emits it.
    case handler
  }

  var sender = Sender.call
  /// The action or the effect that has caused it, if any.
  ///
  /// An action is known while there is an observer.
  var cause: EventCause?
  // This and the next one are in the padding behind the cause: each live effect has an origin.
  /// Whether the cause has caused another one before.
  var isFurther = false
  private var storedEffectsInRow: UInt32 = 0
  /// The action whose program is run; `nil` for a program that was launched without one.
  var launcher: AnyAction?
  /// The place of the call or the send, if it is known; for an effect, of the one that led to it.
  var location = CallSite.unknown
  /// The actions that the action from outside has caused so far; `nil` while there are none.
  var chain: ActionChain?
  // One word, as each copy of an origin counts all references in it.
  private var extras: Extras?

  /// What few origins have.
  private final class Extras: Sendable {
    let context: EffectContext?
    let details: EventDetails?

    init?(_ context: EffectContext?, _ details: EventDetails?) {
      if context == nil, details == nil { return nil }
      self.context = context
      self.details = details
    }
  }

  /// The context of the sender, or of the effect itself, if an observer asks for it.
  ///
  /// It is `nil` where it is that of the current task.
  var context: EffectContext? {
    get { extras?.context }
    set { if extras != nil || newValue != nil { extras = Extras(newValue, extras?.details) } }
  }

  /// The action or the effect of another store whose call it is, as its events show it.
  ///
  /// What follows from it keeps this, too, but only a program that was launched without an action shows it.
  var details: EventDetails? { extras?.details }

  init(
    sender: Sender = .call,
    cause: EventCause? = nil,
    isFurther: Bool = false,
    location: CallSite = .unknown,
    chain: ActionChain? = nil,
    details: EventDetails? = nil
  ) {
    self.sender = sender
    self.cause = cause
    self.isFurther = isFurther
    self.location = location
    self.chain = chain
    if let details { extras = Extras(nil, details) }
  }

  /// A call from outside, at a place that may not be known.
  static func outside(at location: CallSite = .unknown) -> Origin { Origin(location: location) }

  static func effect(_ run: EffectRun, at location: CallSite = .unknown) -> Origin {
    Origin(sender: .effect(run), cause: .effect(run.token), location: location)
  }

  /// The number of effects in a row that led to it, none of which is known to have suspended.
  var effectsInRow: Int {
    get { Int(storedEffectsInRow) }
    set { storedEffectsInRow = UInt32(clamping: newValue) }
  }

  /// The call of another store that has launched the program of the origin without an action.
  var launchDetails: EventDetails? { launcher == nil ? details : nil }

  /// The effect that has sent it.
  var effect: EffectRun? { if case .effect(let run) = sender { run } else { nil } }

  /// The number of the action that has caused it, if it has one.
  var actionID: ActionID? { if case .action(let id) = cause { id } else { nil } }
}
