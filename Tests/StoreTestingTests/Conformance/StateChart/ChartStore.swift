import StoreCore

/// A store of a state chart.
///
/// It imports only StoreCore, which proves that an engine needs nothing else.
@MainActor
final class ChartStore<Phase: Hashable & Sendable, Context, Event: Sendable>: StoreEngine {
  /// The name of the work of a phase.
  private struct ActivityID: Hashable, Sendable {
    let phase: Phase
  }

  private let box: StateBox<ChartState<Phase, Context>>
  nonisolated let runtime: Runtime<Event>

  init(chart: StateChart<Phase, Context, Event>, context: Context, options: StoreOptions = StoreOptions()) {
    let box = StateBox(ChartState(phase: chart.initial, context: context), options: options)
    self.box = box
    runtime = Runtime(of: ChartStore.self, options: options) { event in
      var state = box.take()
      let (step, old) = state.change { phase, context in
        let old = phase
        let step = chart.step(phase, &context, event)
        phase = step.next ?? phase
        return (step, old)
      }
      let phase = state.phase
      box.put(state)
      guard phase != old else { return step.effect }
      return .merge([
        .cancel(.id(EffectID(ActivityID(phase: old)))),
        chart.activity(phase).cancellable(id: ActivityID(phase: phase)),
        step.effect,
      ])
    }
    runtime.shareState(of: box)
    launch(chart.activity(chart.initial).cancellable(id: ActivityID(phase: chart.initial)))
  }

  var state: ChartState<Phase, Context> { box.value }

  @discardableResult
  func subscribe(_ receive: @escaping @MainActor (ChartState<Phase, Context>) -> Void) -> StoreSubscription {
    box.subscribe(receive)
  }
}
