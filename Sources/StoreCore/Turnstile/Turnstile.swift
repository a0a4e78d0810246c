/// What a store needs whose handler may suspend, or whose actions wait for effects: the lines of those who wait.
///
/// Used on the main actor only.
@MainActor
@usableFromInline
final class Turnstile<Action: Sendable> {
  var machine: TurnstileMachine
  let ordering: ActionOrdering
  /// What effects told, in a sequential store.
  var fromEffects = Queue<QueuedItem<Action>>()
  /// The handler's call that has not returned.
  var suspension: Suspension<Action>?
  /// What is left to do once it has, the last first.
  var continuations: [Continuation<Action>] = []
  /// Where in these what is found now to be done later is put.
  var base = 0
  weak var runtime: Runtime<Action>?
  private var holds: [TurnstileHold] = []
  private let asynchronousHandler: (@MainActor (Action) async -> EffectProgram<Action>)?
  private let table: EffectTable

  @usableFromInline
  init(
    ordering: ActionOrdering,
    table: EffectTable,
    asynchronousHandler: (@MainActor (Action) async -> EffectProgram<Action>)?
  ) {
    self.ordering = ordering
    self.table = table
    self.asynchronousHandler = asynchronousHandler
    machine = TurnstileMachine(isSequential: ordering.isSequential)
  }

  /// Calls the handler, as far as it comes without a pause.
  ///
  /// - Returns: the handler's program, or one that stands for it where the handler has suspended.
  func handle(_ action: Action) -> EffectProgram<Action> {
    guard let asynchronousHandler else { return .none }
    let suspension = Suspension<Action>()
    // Owned by the suspension, and ended with it: by the handler's return, or cancelled with its action or its store.
    suspension.task = start { [table, weak self] in
      let call = HandlerCall(of: table)
      let program = await EffectTable.$handlerCall.withValue(call) { await asynchronousHandler(action) }
      call.end()
      suspension.program = program
      guard let self, self.suspension === suspension else { return }
      runtime?.resume(suspension)
    }
    if let program = suspension.program { return program }
    self.suspension = suspension
    machine.suspend()
    return EffectProgram(node: .suspended(suspension))
  }

  /// Lets an action's effects hold the store until they have ended.
  func add(_ hold: TurnstileHold) {
    holds.append(hold)
    machine.hold()
    table.noteHolding(hold.node)
  }

  /// Whether effects have ended that hold the store still.
  var hasEndedHolds: Bool { holds.contains { $0.hasEnded } }

  /// Forgets the holds of effects that have ended.
  func releaseEnded() {
    guard machine.holders > 0 else { return }
    holds.removeAll { hold in
      guard hold.hasEnded else { return false }
      machine.release()
      table.noteReleased(hold.node)
      return true
    }
  }

  /// Starts a task on the main actor, at once where the system's runtime can.
  ///
  /// It inherits no task-local value: an effect that sends is not the one that handles.
  private func start(_ operation: @escaping @MainActor @Sendable () async -> Void) -> Task<Void, Never> {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      Task.immediateDetached(operation: operation)
    } else {
      Task.detached(operation: operation)
    }
  }
}
