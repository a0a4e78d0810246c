/// The destination of the actions that an effect sends.
// Sendable: it has no stored properties, and those of its subclasses are constants of Sendable types.
class SendTarget<Action>: @unchecked Sendable {
  /// Puts an action into the store's mailbox.
  func post(_ action: Action, node: SlotKey, location: CallSite) {}

  /// Handles an action at once, or behind what is being handled.
  @MainActor
  func send(_ action: Action, at location: CallSite) -> SendHandle { SendHandle() }

  /// The state of the store, if its engine shares it.
  @MainActor
  func readState() -> Any? { nil }

  /// The store of an effect.
  // Sendable: the one stored property is a constant of a Sendable type.
  final class Store<StoreAction: Sendable>: SendTarget<StoreAction>, @unchecked Sendable {
    private let run: EffectRun<StoreAction>

    init(_ run: EffectRun<StoreAction>) {
      self.run = run
    }

    override func post(_ action: StoreAction, node: SlotKey, location: CallSite) {
      run.mailbox.push(.sent(Sent(action, .effect(run, at: location), node: node)))
    }

    override func send(_ action: StoreAction, at location: CallSite) -> SendHandle {
      run.mailbox.runtime?.send(action, from: run, at: location) ?? SendHandle()
    }

    override func readState() -> Any? { run.mailbox.runtime?.sharedState }
  }

  /// The target of other actions, behind a change of their type.
  // Sendable: both stored properties are constants of Sendable types.
  final class Mapped<Outer>: SendTarget<Action>, @unchecked Sendable {
    private let target: SendTarget<Outer>
    private let transform: @Sendable (Action) -> Outer

    init(_ target: SendTarget<Outer>, _ transform: @escaping @Sendable (Action) -> Outer) {
      self.target = target
      self.transform = transform
    }

    override func post(_ action: Action, node: SlotKey, location: CallSite) {
      target.post(transform(action), node: node, location: location)
    }

    override func send(_ action: Action, at location: CallSite) -> SendHandle {
      target.send(transform(action), at: location)
    }

    override func readState() -> Any? { target.readState() }
  }
}
