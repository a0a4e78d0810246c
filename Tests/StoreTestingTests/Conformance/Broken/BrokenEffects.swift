import StoreCore
import StoreTesting
import _StoreTestSupport

private struct ToldCancel: Error {}

/// The effects of an engine with one bug.
@MainActor
final class BrokenEffects {
  private let defect: Defect
  weak var store: BrokenStore?
  /// The names in use, according to the engine's own bookkeeping.
  private var names: Set<EffectID> = []
  /// The newest effect of each name, in the engine's own bookkeeping.
  private var newest: [EffectID: EffectMark] = [:]
  /// An effect that waits for itself waits here, until the store ends.
  private let never = Gate()

  init(defect: Defect) {
    self.defect = defect
  }

  deinit {
    never.open()
  }

  // MARK: Questions

  /// Whether a name is in use; `nil` if the runtime decides.
  func isRunning(_ id: EffectID) -> Bool? {
    switch defect {
    case .erasesSuccessor: names.contains(id)
    case .comparesNamesAsText: store?.runtime.isTaskRunning(id: Self.text(of: id))
    case .countsTheCancelled: isDraining(id) ? true : nil
    default: nil
    }
  }

  func cancel(_ selector: EffectSelector, by cancel: (EffectSelector) -> Void) {
    guard case .id(let id) = selector.kind else { return cancel(selector) }
    switch defect {
    case .erasesSuccessor:
      if names.remove(id) != nil { cancel(selector) }
    case .comparesNamesAsText:
      cancel(.id(EffectID(Self.text(of: id))))
    case .cancelsTheCancelled:
      if !isDraining(id) { cancel(selector) }
    default:
      cancel(selector)
    }
  }

  private func isDraining(_ id: EffectID) -> Bool {
    store?.runtime.drainingEffects.contains { $0.id == id } ?? false
  }

  private static func text(of id: EffectID) -> String {
    id.description.filter { $0 != "\"" }
  }

  // MARK: Programs

  func program(for effect: ConformanceEffect) -> EffectProgram<ConformanceAction> {
    switch effect {
    case .run(let id, let policy, let operation):
      return run(id, policy, operation)
    case .stream(let id, let elements):
      return stream(id, elements)
    case .sequence(let members) where defect == .joinsSequences:
      return joined(members)
    case .sequence(let members) where defect == .startsMembersEarly:
      return .sequence(Self.joiningUnnamed(members).map { program(for: $0) })
    case .sequence(let members):
      let programs = members.map { program(for: $0) }
      return defect == .startsSequencesAtOnce ? .merge(programs) : .sequence(programs)
    case .merge(let members):
      let programs = members.map { program(for: $0) }
      if defect == .mergesInTurn { return .sequence(programs) }
      return .merge(defect == .reversesMerges ? programs.reversed() : programs)
    case .catching(.run(let id, let policy, let operation), let answer) where defect == .reportsCancels:
      return run(id, policy) { [weak self] send in
        do {
          try await operation(send)
        } catch {
          let action = await answer(error)
          await self?.store?.enqueue(action)
        }
      }
    case .catching(.run(let id, let policy, let operation), let answer) where defect == .tellsHookOfUncaughtCancels:
      return plain(id, policy, operation).catch { .emit(answer($0)) }
    case .catching(let inner, let answer):
      return program(for: inner).catch { .emit(answer($0)) }
    case .answeringCancel(let inner, let answer):
      return program(for: inner).onCancel { answer }
    case .named(let inner, let id, let policy):
      return program(for: inner).cancellable(id: id).policy(policy)
    case .answeringRefusal(let inner, let answer):
      return program(for: inner).onRefused { answer }
    case .scoped(let inner, let scope):
      return program(for: inner).scoped(to: scope)
    case .marked(let inner, let mark):
      return program(for: inner).marked(by: mark)
    case .none, .emit, .cancel:
      return effect.program
    }
  }

  private func joined(_ members: [ConformanceEffect]) -> EffectProgram<ConformanceAction> {
    .run(EffectOptions()) { send in
      for member in members {
        switch member {
        case .run(_, _, let operation): try await operation(ConformanceSend(send))
        case .emit(let action): await send.perform(action)
        default: break
        }
      }
    }
  }

  /// Members without a name that follow each other become one effect.
  private static func joiningUnnamed(_ members: [ConformanceEffect]) -> [ConformanceEffect] {
    members.reduce(into: []) { joined, member in
      if case .run(nil, let policy, let first) = joined.last, case .run(nil, _, let second) = member {
        joined[joined.count - 1] = .run(id: nil, policy: policy) { send in
          try await first(send)
          try await second(send)
        }
      } else {
        joined.append(member)
      }
    }
  }

  private func run(
    _ id: EffectID?,
    _ policy: LaunchPolicy,
    _ operation: @escaping ConformanceEffect.Operation
  ) -> EffectProgram<ConformanceAction> {
    switch defect {
    case .comparesNamesAsText:
      return plain(id.map { EffectID(Self.text(of: $0)) }, policy, operation)
    case .erasesSuccessor:
      guard let id else { return plain(nil, policy, operation) }
      names.insert(id)
      return plain(id, policy) { [weak self] send in
        try await operation(send)
        await self?.forget(id)
      }
    case .replacesNothing, .queuesNothing:
      let isBroken = (defect == .replacesNothing) == (policy == .replace)
      return plain(id, isBroken ? .concurrent : policy, operation)
    case .replacesLate:
      guard let id, policy == .replace else { return plain(id, policy, operation) }
      let mark = EffectMark()
      let older = newest.updateValue(mark, forKey: id)
      return plain(id, .concurrent) { send in
        // In a later turn of the main actor, when the operation has begun.
        Task { @MainActor in older?.cancel() }
        try await operation(send)
      }.marked(by: mark)
    case .refusesWhatWaits:
      return plain(id, policy == .atMost(2, .oldestFirst) ? .atMost(2, waiting: 0) : policy, operation)
    case .blocksNames:
      if let id, isDraining(id) { return .none }
      return plain(id, policy, operation)
    case .keepsEndedEffects:
      return plain(id, policy) { send in
        try await operation(send)
        try await untilCancelled()
      }
    case .tellsHookOfCancels, .tellsHookOfUncaughtCancels:
      return plain(id, policy) { [weak self] send in
        do {
          try await operation(send)
        } catch is CancellationError {
          await self?.tellHookOfCancel()
        }
      }
    case .reversesSends:
      guard let inlet = store?.runtime.inlet else { return .none }
      return plain(id, policy) { _ in
        let sent = Locked<[ConformanceAction]>([])
        let send: @Sendable (ConformanceAction) -> Void = { action in sent.withLock { $0.append(action) } }
        try await operation(ConformanceSend(send: send, perform: { action in send(action) }))
        for action in sent.withLock({ $0 }).reversed() { inlet.enqueue(action, at: CallSite()) }
      }
    case .appliesLateResults:
      // The inlet knows neither the effect nor its cancel.
      guard let inlet = store?.runtime.inlet else { return .none }
      return plain(id, policy) { _ in
        let send: @Sendable (ConformanceAction) -> Void = { inlet.enqueue($0, at: CallSite()) }
        try await operation(ConformanceSend(send: send, perform: { action in send(action) }))
      }
    case .registersLate:
      let program = plain(id, policy, operation)
      Task { [weak store] in store?.launch(program) }
      return .none
    case .keepsStore:
      return plain(id, policy) { [store] send in
        try await operation(send)
        withExtendedLifetime(store) {}
      }
    case .swallowsErrors:
      return plain(id, policy) { send in try? await operation(send) }
    case .performsWithoutWait:
      return .run(EffectOptions(id: id, policy: policy)) { send in
        let post: @Sendable (ConformanceAction) -> Void = { send($0) }
        try await operation(ConformanceSend(send: post, perform: { post($0) }))
      }
    case .waitsForItself:
      guard let inlet = store?.runtime.inlet else { return .none }
      return plain(id, policy) { [never] _ in
        let send: @Sendable (ConformanceAction) -> Void = { inlet.enqueue($0, at: CallSite()) }
        let perform: @Sendable (ConformanceAction) async -> Void = { action in
          send(action)
          await never.pass()
        }
        try await operation(ConformanceSend(send: send, perform: perform))
      }
    default:
      return plain(id, policy, operation)
    }
  }

  private func plain(
    _ id: EffectID?,
    _ policy: LaunchPolicy,
    _ operation: @escaping ConformanceEffect.Operation
  ) -> EffectProgram<ConformanceAction> {
    ConformanceEffect.run(id: id, policy: policy, operation: operation).program
  }

  private func tellHookOfCancel() {
    store?.launch(.run(EffectOptions()) { _ in throw ToldCancel() })
  }

  private func forget(_ id: EffectID) {
    names.remove(id)
  }

  private func stream(_ id: EffectID?, _ elements: ConformanceStream) -> EffectProgram<ConformanceAction> {
    switch defect {
    case .dropsElements:
      .run(EffectOptions(id: id)) { send in
        let (buffer, continuation) = AsyncStream.makeStream(
          of: ConformanceAction.self,
          bufferingPolicy: .bufferingNewest(8)
        )
        for await element in elements { continuation.yield(element) }
        continuation.finish()
        for await element in buffer { await send.perform(element) }
      }
    case .asksForTooMany:
      .run(EffectOptions(id: id)) { send in
        var waiting: [ConformanceAction] = []
        // The first one is prompt.
        var limit = 1
        for await element in elements {
          waiting.append(element)
          guard waiting.count == limit else { continue }
          for element in waiting { await send.perform(element) }
          waiting = []
          limit = StreamLimits.capacity + 1
        }
        for element in waiting { await send.perform(element) }
      }
    case .keepsEndedStreams:
      .run(EffectOptions(id: id)) { send in
        for await element in elements { await send.perform(element) }
        try await untilCancelled()
      }
    default:
      ConformanceEffect.stream(id: id, elements: elements).program
    }
  }
}
