import StoreCore

/// A store whose state is the actions that it has handled, built on what StoreCore offers to every engine.
@MainActor
final class PlayedStore: StoreEngine {
  private let box: StateBox<[Int]>
  nonisolated let runtime: Runtime<Step>

  init(options: StoreOptions, stage: Stage, isNamed: Bool) {
    let box = StateBox<[Int]>([], options: options)
    let link = Link()
    self.box = box
    runtime = Runtime(options: options) { step in
      precondition(!link.isHandling, "a handler is called inside of another one")
      link.isHandling = true
      defer { link.isHandling = false }
      // An action that is not recorded.
      guard step.number != 0 else { return .none }
      var state = box.take()
      state.append(step.number)
      box.put(state)
      for (step, isEnqueued) in step.sends {
        if isEnqueued { link.runtime?.enqueue(step) } else { link.runtime?.send(step) }
      }
      return step.plan.program(on: stage, isNamed: isNamed)
    }
    link.runtime = runtime
  }

  var state: [Int] { box.value }

  func subscribe(_ receive: @escaping @MainActor ([Int]) -> Void) -> StoreSubscription { box.subscribe(receive) }

  private final class Link {
    weak var runtime: Runtime<Step>?
    var isHandling = false
  }
}

extension Plan {
  /// The program; on request with names of tasks, by which observers know them.
  func program(on stage: Stage, isNamed: Bool) -> EffectProgram<Step> {
    switch self {
    case .nothing: return .none
    case .operation(let operation): return operation.program(on: stage, isNamed: isNamed)
    case .emit(let step): return .emit(step)
    case .cancel(let choice): return .cancel(choice.selector)
    case .sequence(let members): return .sequence(members.map { $0.program(on: stage, isNamed: isNamed) })
    case .merge(let members): return .merge(members.map { $0.program(on: stage, isNamed: isNamed) })
    case .caught(let body, let answer):
      let errors = Errors()
      return body.program(on: stage, isNamed: isNamed).catch { _ in
        errors.isFirst() ? answer.program(on: stage, isNamed: isNamed) : .none
      }
    case .named(let body, let name, let policy):
      let program = body.program(on: stage, isNamed: isNamed)
      return switch policy {
      case .replace: program.cancellable(id: name, cancelInFlight: true)
      case .concurrent: program.cancellable(id: name, cancelInFlight: false)
      default: program.cancellable(id: name).policy(policy.launchPolicy)
      }
    }
  }
}

/// The errors that have reached one handler.
private final class Errors: Sendable {
  private let haveCome = Locked(false)

  func isFirst() -> Bool {
    haveCome.withLock { haveCome in
      defer { haveCome = true }
      return !haveCome
    }
  }
}

extension Operation {
  func program(on stage: Stage, isNamed: Bool) -> EffectProgram<Step> {
    let isTimed =
      switch timing {
      case .debounce, .throttle: true
      case .delay, .timeout, .retry, nil: false
      }
    let options = EffectOptions(
      id: isTimed ? nil : name.map { EffectID($0) },
      policy: policy == .replace ? nil : policy.launchPolicy,
      name: isNamed ? "\(number)" : nil
    )
    var program: EffectProgram<Step> =
      switch kind {
      case .task:
        .task(options) {
          try await stage.perform(self) { _ in }
          return result
        }
      case .run: .run(options) { send in try await stage.perform(self) { send($0) } }
      case .mainActor: .runOnMainActor(options) { send in try await stage.perform(self) { send($0) } }
      case .stream: .stream(Stage.Elements(stage: stage, operation: self), options)
      }
    switch timing {
    case .delay(let wait): program = program.delay(for: .microseconds(wait))
    case .debounce(let wait): program = program.debounce(id: name ?? "", for: .microseconds(wait))
    case .throttle(let wait, let leading, let trailing):
      let edges: ThrottleEdges = leading ? (trailing ? .both : .leading) : .trailing
      program = program.throttle(id: name ?? "", for: .microseconds(wait), edges: edges)
    case .timeout(let limit): program = program.timeout(after: .microseconds(limit))
    case .retry(let attempts, let wait):
      program = program.retry(RetryPolicy(attempts: attempts, delay: .microseconds(wait)))
    case nil: break
    }
    if let common { program = program.cancellable(id: common.name).policy(common.policy.launchPolicy) }
    if let answer { program = program.onCancel { answer } }
    guard let refusal else { return program }
    return program.onRefused { refusal }
  }
}

extension Policy {
  var launchPolicy: LaunchPolicy {
    switch self {
    case .replace: .replace
    case .concurrent: .concurrent
    case .keepRunning: .keepRunning
    case .queue(let limit): .queue(limit: limit)
    case .oldestFirst(let limit): .atMost(limit, .oldestFirst)
    case .newestWins(let limit): .atMost(limit, .newestWins)
    }
  }
}

extension Choice {
  var selector: EffectSelector {
    switch self {
    case .name(let name): .id(name)
    case .names(let names): .ids(names.map { EffectID($0) })
    case .all: .all
    }
  }
}
