import StoreCore
import _StoreTestSupport

/// An action of a race: its sender, its index among that sender's actions, and the seed of its program.
struct RacingAction: Sendable {
  enum Sender: Hashable, Sendable {
    case thread(Int)
    /// An effect, by its number.
    case effect(Int)
    /// The answer to the cancel of an effect.
    case answer(Int)
  }

  let sender: Sender
  let index: Int
  let seed: UInt64
  let depth: Int
}

/// The effects of a race: short ones, which end by themselves or when they are cancelled.
struct RacingEffects: Sendable {
  /// Whether there are effects that end only when they are cancelled.
  let hasEndless: Bool
  /// The operations that have begun and not ended.
  let present = Presence()
  private let count = ManagedAtomic(0)

  init(hasEndless: Bool) { self.hasEndless = hasEndless }

  /// Counts operations, and reports when there is none.
  final class Presence: Sendable {
    private let state = Locked((count: 0, waiting: [CheckedContinuation<Void, Never>]()))

    func change(by difference: Int) {
      let waiting = state.withLock { state in
        state.count += difference
        guard state.count == 0 else { return [CheckedContinuation<Void, Never>]() }
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in waiting { continuation.resume() }
    }

    /// Waits until no operation is left.
    func waitForNone() async {
      await withCheckedContinuation { continuation in
        let isNone = state.withLock { state in
          if state.count > 0 { state.waiting.append(continuation) }
          return state.count == 0
        }
        if isNone { continuation.resume() }
      }
    }
  }

  /// The policy of each name, the same for all launches.
  static let policies: [String: LaunchPolicy] = [
    "replace": .replace, "concurrent": .concurrent, "keep": .keepRunning, "queue": .queue(limit: 2),
    "most": .atMost(2, .oldestFirst), "newest": .atMost(2, .newestWins),
  ]
  static let names = policies.keys.sorted()

  func program(of action: RacingAction) -> EffectProgram<RacingAction> {
    guard action.depth > 0 else { return .none }
    var source = ScriptSource(seed: action.seed)
    return program(&source, depth: action.depth)
  }

  private func program(_ source: inout ScriptSource, depth: Int) -> EffectProgram<RacingAction> {
    guard depth > 0 else { return operation(&source, depth: 0) }
    switch source.below(10) {
    case 0: return .cancel(.id(source.pick(Self.names)))
    case 1, 2: return .sequence((0...source.below(3)).map { _ in program(&source, depth: depth - 1) })
    case 3: return .merge((0...source.below(3)).map { _ in program(&source, depth: depth - 1) })
    case 4:
      let members = (0...1).map { _ in program(&source, depth: depth - 1) }
      return .sequence(members).cancellable(id: "group", cancelInFlight: source.happens(in: 2))
    default: return operation(&source, depth: depth)
    }
  }

  private func operation(_ source: inout ScriptSource, depth: Int) -> EffectProgram<RacingAction> {
    let number = count.wrappingIncrementThenLoad(ordering: .relaxed)
    let name = source.happens(in: 3) ? nil : source.pick(Self.names)
    let options = EffectOptions(
      id: name.map { EffectID($0) },
      policy: name.flatMap { Self.policies[$0] },
      name: "\(number)"
    )
    let seed = source.next()
    let present = present
    let pauses = source.below(3)
    let isEndless = source.happens(in: 4) && hasEndless
    @Sendable func work() async {
      for _ in 0..<pauses { await Task.detached {}.value }
      if isEndless { await suspendUntilCancelled() }
    }
    @Sendable func action(_ index: Int) -> RacingAction {
      RacingAction(sender: .effect(number), index: index, seed: seed &+ UInt64(index), depth: depth - 1)
    }
    let sends = source.pick([1, 3, 20])
    var program: EffectProgram<RacingAction>
    switch source.below(4) {
    case 0..<2:
      program = .task(options) {
        present.change(by: 1)
        defer { present.change(by: -1) }
        await work()
        return action(0)
      }
    case 2:
      program = .run(options) { send in
        present.change(by: 1)
        defer { present.change(by: -1) }
        for index in 0..<sends { send(action(index)) }
        await work()
      }
    default:
      program = .stream(options) {
        AsyncStream { continuation in
          for index in 0..<sends { continuation.yield(action(index)) }
          if !isEndless { continuation.finish() }
        }
      }
    }
    if source.happens(in: 4) {
      program = program.onCancel {
        RacingAction(sender: .answer(number), index: 0, seed: seed, depth: 0)
      }
    }
    return program
  }
}

/// Suspends until the task is cancelled.
private func suspendUntilCancelled() async {
  let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
  await withTaskCancellationHandler {
    for await _ in stream {}
  } onCancel: {
    continuation.finish()
  }
}

/// A store of the actions that it has handled.
@MainActor
final class RacingStore: StoreEngine {
  private let box: StateBox<[RacingAction]>
  nonisolated let runtime: Runtime<RacingAction>

  init(options: StoreOptions, effects: RacingEffects) {
    let box = StateBox<[RacingAction]>([], options: options)
    self.box = box
    let isHandling = Locked(false)
    runtime = Runtime(options: options) { action in
      let overlaps = isHandling.withLock { isHandling in
        defer { isHandling = true }
        return isHandling
      }
      precondition(!overlaps, "a handler is called inside of another one")
      defer { isHandling.withLock { $0 = false } }
      var state = box.take()
      state.append(action)
      box.put(state)
      return effects.program(of: action)
    }
  }

  var state: [RacingAction] { box.value }

  func subscribe(_ receive: @escaping @MainActor ([RacingAction]) -> Void) -> StoreSubscription {
    box.subscribe(receive)
  }
}
