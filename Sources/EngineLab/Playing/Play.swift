import StoreCore
import StoreRecording

/// A play of a script on one engine: the store, what the user has done, and what was recorded.
@MainActor
final class Play<Feature: LabFeature> {
  private let host: Host<Feature>
  private let recorder: RunRecorder<Feature.Action>
  /// The recorder of the store.
  var session: Recorder { recorder.recorder }
  private var handles: [SendHandle] = []

  /// Creates a play before its first step.
  ///
  /// `options` get a name and a recorder, and `onChange` is called for each change of what the user sees.
  init(
    _ feature: Feature,
    on engine: LabEngine,
    in world: World,
    options: StoreOptions,
    onChange: @escaping @MainActor (Feature.State) -> Void = { _ in }
  ) {
    let recorder = RunRecorder<Feature.Action>(engine: engine.name, backlog: world.backlog, now: world.elapsed)
    var options = options
    options.name = engine.name
    options.observers.insert(contentsOf: recorder.observers, at: 0)
    host = Feature.maker(on: engine)(feature.environment(in: world), options)
    self.recorder = recorder
    recorder.show(host.state().rows)
    host.subscribe { state in
      recorder.show(state.rows)
      onChange(state)
    }
  }

  func perform(_ action: Feature.Action) { handles.append(host.send(action)) }

  /// Cancels what the user has begun, and everything else.
  func cancelAll() {
    // By the handles first: a sequence continues with its next member when one is cancelled by name.
    for handle in handles { handle.cancel() }
    host.cancelAll()
  }

  /// Waits until everything that was begun has ended.
  func finish() async {
    // A store is settled while a stream waits for its next element, so await streams by their handles.
    for handle in handles { await handle.value }
    await host.settle()
  }

  func report() -> RunReport {
    var report = recorder.report
    report.finalState = host.state().finalState
    return report
  }

  /// Returns what has come since the last call, with the cost of the play so far.
  func observe(cost: RunCost) -> RunObservation {
    var news = recorder.takeNews()
    news.finalState = host.state().finalState
    news.cost = cost
    return RunObservation(news: news) { [recorder] in recorder.report }
  }
}
