import EffectViewEngine
import ElmEngine
import FeatureEngine
import Logging
import Observation
import ReduxBridge
import StoreSimulation
import StoreTesting

/// The engines on which random features are tested.
enum TestedEngine: CaseIterable, Sendable {
  case elm, feature, effectView, redux
  /// The store of a child.
  case scope

  /// Plays a script on a test store, whose place is one line above that of the first step.
  @MainActor
  func play(_ script: Script) async {
    let (rules, gate) = (script.rules, Gate())
    let exhaustivity: Exhaustivity = script.isExhaustive ? .on : .off
    let line = Player.firstLine - 1
    // Errors that nothing handles are part of the scripts.
    func quiet(_ options: StoreOptions) -> StoreOptions {
      var options = options
      options.logger = Logger(label: "quiet") { _ in SwiftLogNoOpLogHandler() }
      return options
    }
    switch self {
    case .elm:
      let store = TestStore(exhaustivity: exhaustivity, waitLimit: .zero, line: line) { options in
        ElmEngine.Store<Values, Act>(initialState: Values(), options: quiet(options)) { values, act in
          rules[act].change(&values)
          return .program(rules[act].program(gate))
        }
      }
      await Player.play(script, on: store, gate)
    case .feature:
      let store = TestStore(
        observing: ObjectFeature.values,
        exhaustivity: exhaustivity,
        waitLimit: .zero,
        line: line
      ) { options in
        FeatureEngine.Store(
          initialState: ObjectFeature.State(),
          feature: ObjectFeature(rules: rules, gate: gate),
          options: quiet(options)
        )
      }
      await Player.play(script, on: store, gate) { store.store.state.values[$0] += $1 }
    case .effectView:
      let store = TestStore(exhaustivity: exhaustivity, waitLimit: .zero, line: line) { options in
        let host = EffectHost<Values, Act, Void>(state: Values(), options: quiet(options)) { values, act in
          rules[act].change(&values)
          return .program(rules[act].program(gate))
        }
        host.appear()
        return host
      }
      await Player.play(script, on: store, gate)
    case .scope:
      let store = TestStore(exhaustivity: exhaustivity, waitLimit: .zero, line: line) { options in
        let child = ComposedReducer<Values, Act> { values, act in
          rules[act].change(&values)
          return .program(rules[act].program(gate))
        }
        let whole = ComposedReducer<[Values], Act> { _, _ in .none }
          .lifting(
            child,
            at: Child(\.[0], id: "child") {
              $0
            } extract: {
              $0
            }
          )
        let store = ElmEngine.Store(initialState: [Values()], options: quiet(options), reducer: whole)
        return store.scope(
          Child(\.[0], id: "child") {
            $0
          } extract: {
            $0
          }
        )
      }
      await Player.play(script, on: store, gate)
    case .redux:
      let store = TestStore(exhaustivity: exhaustivity, waitLimit: .zero, line: line) { options in
        ReduxBridge.Store(
          feature: ReduxFeature(rules: rules, gate: gate),
          initialState: Values(),
          options: quiet(options)
        )
      }
      await Player.play(script, on: store, gate)
    }
  }
}

private struct ObjectFeature: Feature {
  @Observable
  @MainActor
  final class State {
    var values = Values()
  }

  typealias Action = Act

  let rules: Rules
  let gate: Gate

  @MainActor
  static func values(of state: State) -> Values { state.values }

  func handle() -> ActionHandler<Act, State> {
    ActionHandler { act, state in
      rules[act].change(&state.values)
      return .merge(rules[act].parts.map { task($0) })
    }
  }

  private func task(_ part: Rule.Part) -> ActionTask<Act, State> {
    switch part {
    case .write(let name?, let wait, let field):
      .run(id: name) { $0.values[field] += 1 }.delay(for: .milliseconds(wait))
    case .write(nil, let wait, let field):
      .run { $0.values[field] += 1 }.delay(for: .milliseconds(wait))
    default: .program(part.program(gate))
    }
  }
}

private struct ReduxFeature: FeatureType {
  typealias State = Values
  typealias Action = Act

  let rules: Rules
  let gate: Gate

  func reduce(into values: inout Values, action act: Act) async { rules[act].change(&values) }

  func effect(of act: Act, state: Values) -> EffectProgram<Act> { rules[act].program(gate) }
}
