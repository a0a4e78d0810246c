import EffectViewEngine
import FeatureEngine
import StoreSimulation

/// The ten seconds of an upload that was cancelled end during the next one, which has just begun.
extension PlantedBug {
  static let timeoutOfOtherAttempt = PlantedBug(
    name: "timeout of a cancelled attempt",
    plays: [
      (
        "feature",
        { bench, isMended in
          let store = TimeoutOfOtherAttempt.feature(bench, isMended)
          bench.always(store, "no upload takes too long") { $0.upload != .failed }
          await TimeoutOfOtherAttempt.play(store, bench)
        }
      ),
      (
        "effectview",
        { bench, isMended in
          let store = TimeoutOfOtherAttempt.effectView(bench, isMended)
          bench.always(store, "no upload takes too long") { $0 != .failed }
          await TimeoutOfOtherAttempt.play(store, bench)
        }
      ),
    ]
  )
}

@MainActor
private enum TimeoutOfOtherAttempt {
  enum Upload {
    case none, running, done, failed
  }

  enum Action: Sendable {
    case startTapped
    case uploaded
    case timedOut
    case cancelTapped
  }

  struct Photo: Feature {
    @Observable
    final class State {
      var upload = Upload.none
    }

    typealias Action = TimeoutOfOtherAttempt.Action

    let clock: TestClock
    let isMended: Bool

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .startTapped:
          state.upload = .running
          let timeout = ActionTask<Action, State>.run(id: "timeout") { _, send in
            try await clock.sleep(for: .seconds(10))
            send(.timedOut)
          }
          return .merge([.run(id: "upload") { _, send in send(.uploaded) }, timeout.policy(.concurrent)])
        case .uploaded:
          state.upload = .done
          return .cancel(id: "timeout")
        case .timedOut:
          state.upload = .failed
          return .cancel(id: "upload")
        case .cancelTapped:
          guard state.upload == .running else { return .none }
          state.upload = .none
          return isMended ? .merge([.cancel(id: "upload"), .cancel(id: "timeout")]) : .cancel(id: "upload")
        }
      }
    }
  }

  static func feature(_ bench: TestBench, _ isMended: Bool) -> FeatureEngine.Store<Photo> {
    let feature = Photo(clock: bench.clock, isMended: isMended)
    return FeatureEngine.Store(initialState: Photo.State(), feature: feature, options: bench.options)
  }

  static func effectView(_ bench: TestBench, _ isMended: Bool) -> EffectHost<Upload, Action, Void> {
    let clock = bench.clock
    let host = EffectHost<Upload, Action, Void>(state: .none, options: bench.options) { upload, event in
      switch event {
      case .startTapped:
        upload = .running
        let timeout = EffectViewEngine.Effect<Action, Void>.throwingTask(name: "timeout") { input, _ in
          try await clock.sleep(for: .seconds(10))
          input(.timedOut)
        }
        return .merge([.task(name: "upload") { input, _ in input(.uploaded) }, timeout.policy(.concurrent)])
      case .uploaded:
        upload = .done
        return .cancel("timeout")
      case .timedOut:
        upload = .failed
        return .cancel("upload")
      case .cancelTapped:
        guard upload == .running else { return nil }
        upload = .none
        return isMended ? .merge([.cancel("upload"), .cancel("timeout")]) : .cancel("upload")
      }
    }
    host.appear()
    return host
  }

  static func play<Engine: StoreEngine>(_ store: Engine, _ bench: TestBench) async where Engine.Action == Action {
    await bench.step("starts an upload") { store.send(.startTapped) }
    await bench.step("cancels it", at: .milliseconds(500)) { store.send(.cancelTapped) }
    await bench.step("starts it again", at: .seconds(9)) { store.send(.startTapped) }
  }
}
