/// A way from an observer back to a store, which it does not keep.
///
/// ```swift
/// final class Stores: RuntimeObserver {
///   private let handles = Mutex<[StoreHandle]>([])
///
///   func begin(_ store: StoreHandle) { handles.withLock { $0.append(store) } }
///   func receive(_ event: RuntimeEvent) {}
/// }
/// ```
public struct StoreHandle: Sendable {
  /// The store.
  public let identity: StoreIdentity
  /// The type of the store's actions.
  ///
  /// That of a scoped store is the type of the whole store's.
  public let actionType: Any.Type
  /// The type of the store, with those of its state and its actions; `nil` if its engine does not give it to the runtime.
  ///
  /// That of a scoped store is the type of the whole store.
  public let engineType: (any StoreEngine.Type)?
  private weak let core: RuntimeCore?

  @MainActor
  init(to core: RuntimeCore) {
    identity = core.hub.store
    actionType = core.actionType
    engineType = core.engineType
    self.core = core
  }

  /// Whether the store has not been deallocated.
  package var isAlive: Bool { core != nil }

  /// An object that keeps the store's state, its handlers and its effects; `nil` if the store has been deallocated.
  package var keeper: (any AnyObject & Sendable)? { core }

  /// The state now; `nil` if the store has been deallocated or is handling something, or if its engine does not share
  /// the state.
  ///
  /// An object is the state itself. While a handler is suspended, it is the state that the store shows.
  @MainActor public var state: Any? {
    // A handler may have taken it.
    guard let core, core.queue.state != .handling else { return nil }
    return core.readState?()
  }

  /// What each effect of the store does now; see ``Runtime/effectReports``.
  @MainActor public var effectReports: [EffectReport] { core?.table.effectReports(in: nil) ?? [] }

  /// Sends an action, as the store's `send` does.
  ///
  /// - Parameters:
  ///   - action: An action of the store's type.
  ///   - location: The place that the events of the action name.
  /// - Returns: a handle; `nil` if the action is of another type, or the store has been deallocated.
  @MainActor
  @discardableResult
  public func send(_ action: any Sendable, at location: CallSite) -> SendHandle? {
    guard let core, isAction(action, of: actionType) else { return nil }
    return core.sendInTurn(action, at: location)
  }

  /// Cancels the selected effects, as the store's `cancel` does; nothing if the store has been deallocated.
  @MainActor
  public func cancel(_ selector: EffectSelector, at location: CallSite) {
    core?.cancel(selector, in: nil, at: location)
  }

  // MARK: For tools

  /// Whether the state is a value that can be replaced: the engine keeps it in a ``StateBox``.
  @MainActor package var hasReplaceableState: Bool { core?.replaceableState != nil }

  /// Whether a handler has suspended and not returned yet.
  @MainActor package var isHandlerSuspended: Bool { core?.isHandlerSuspended ?? false }

  /// Replaces the state by one that the store had before, such as that of a recording: a change that no action made.
  ///
  /// Effects go on. Nothing is replaced while the store handles something: a handler would overwrite the state.
  ///
  /// - Parameters:
  ///   - state: A state of the store's type.
  ///   - location: The place that the event of the change names.
  /// - Returns: whether the state was replaced: not if it is an object, if the value is of another type, or if the
  ///   store handles something or has been deallocated.
  @MainActor
  @discardableResult
  public func replaceState(_ state: Any, at location: CallSite) -> Bool {
    guard let core, let box = core.replaceableState, box.canHold(state), core.queue.state == .idle else { return false }
    // What was enqueued before is handled first, and may suspend.
    core.drain()
    guard core.queue.state == .idle else { return false }
    core.changeState(at: location) { box.replace(withAny: state) }
    return true
  }

  /// Cancels one effect by its number; returns whether it ran or waited.
  @MainActor
  package func cancel(effect number: UInt64, at location: CallSite) -> Bool {
    guard let core else { return false }
    var isFound = false
    core.performOutsideHandler {
      core.table.change(by: EffectEnder(.effect, by: core.table.caller(at: location))) { machine in
        let key = machine.runs.keys(among: nil).first { machine.runs.run(of: $0)?.token.rawValue == number }
        isFound = key != nil
        return machine.cancel(key.map { [$0] } ?? [])
      }
    }
    return isFound
  }

  private func isAction<Action>(_ action: any Sendable, of type: Action.Type) -> Bool { action is Action }
}
