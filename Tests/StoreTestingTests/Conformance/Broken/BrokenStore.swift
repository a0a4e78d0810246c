import StoreCore
import StoreTesting
import _StoreTestSupport

/// An engine with one bug, and otherwise correct.
@MainActor
final class BrokenStore: StoreEngine {
  private let defect: Defect
  private let box: StateBox<[String]>
  private let effects: BrokenEffects
  private var isHandling = false
  nonisolated let runtime: Runtime<ConformanceAction>
  private nonisolated let enqueuedCount = Locked(0)

  init(defect: Defect, options: StoreOptions) {
    self.defect = defect
    var options = options
    switch defect {
    case .followsEndlessChains: options.chainLimit = 100_000
    case .tellsNobody: options.observers = []
    case .swallowsErrors: options.onError = { _, _ in }
    default: break
    }
    let box = StateBox<[String]>([], options: options)
    let effects = BrokenEffects(defect: defect)
    self.box = box
    self.effects = effects
    runtime = Runtime(options: options) { action in
      var names = box.take()
      let effect = action.handle(&names)
      box.put(names)
      return effects.program(for: effect)
    }
    effects.store = self
    if defect != .hidesState { runtime.shareState(of: box) }
  }

  var state: [String] { box.value }

  var actions: AsyncStream<ConformanceAction> {
    defect == .tellsNoActions ? AsyncStream { $0.finish() } : runtime.actions
  }

  @discardableResult
  func subscribe(_ receive: @escaping @MainActor ([String]) -> Void) -> StoreSubscription {
    if defect == .keepsSubscriptions {
      box.subscribe(receive)
      // Into another list.
      return StoreSubscribers<Void>().add { _ in }
    }
    guard defect == .tellsSubscribersLate else { return box.subscribe(receive) }
    return box.subscribe { names in
      Task { receive(names) }
    }
  }

  @discardableResult
  func send(_ action: ConformanceAction, at location: CallSite) -> SendHandle {
    switch defect {
    case .nestsHandlers where isHandling:
      return handleAtOnce(action)
    case .nestsHandlers:
      isHandling = true
      defer { isHandling = false }
      return runtime.send(action, at: location)
    case .losesUpdates:
      Task {
        var names = state
        let effect = action.handle(&names)
        await Task.detached { @MainActor in }.value
        box.replace(with: names)
        launch(effects.program(for: effect))
      }
      return SendHandle()
    case .sendsByTask:
      Task { runtime.send(action, at: location) }
      return SendHandle()
    case .waitsForNothing:
      runtime.send(action, at: location)
      return SendHandle()
    default:
      return runtime.send(action, at: location)
    }
  }

  private func handleAtOnce(_ action: ConformanceAction) -> SendHandle {
    var names = state
    let effect = action.handle(&names)
    return launch(effects.program(for: effect))
  }

  nonisolated func enqueue(_ action: ConformanceAction, at location: CallSite) {
    switch defect {
    case .enqueuesByTask:
      Task { @MainActor in runtime.send(action, at: location) }
    case .hidesCallers:
      Task.detached { [runtime] in runtime.enqueue(action, at: location) }
    case .losesEnqueued:
      let count = enqueuedCount.withLock { count in
        count += 1
        return count
      }
      if !count.isMultiple(of: 100) { runtime.enqueue(action, at: location) }
    default:
      runtime.enqueue(action, at: location)
    }
  }

  var runningTaskCount: Int {
    runtime.runningTaskCount + (defect == .countsTheCancelled ? runtime.drainingEffects.count : 0)
  }

  func isTaskRunning(_ id: EffectID) -> Bool {
    effects.isRunning(id) ?? runtime.isTaskRunning(id: id)
  }

  func cancel(_ selector: EffectSelector, at location: CallSite) {
    effects.cancel(selector) { runtime.cancel($0, at: defect == .hidesPlaces ? .unknown : location) }
  }
}
