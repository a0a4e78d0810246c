import EffectViewEngine
import ElmEngine
import ReduxBridge
import StoreCore

/// The kinds of stores whose children are scoped.
enum Root: CaseIterable, Sendable {
  /// Children's reducers are lifted: effects are theirs, and leave with them.
  case elm
  /// A state that the host keeps, and one with another owner; all effects are the host's, whatever child they are for.
  case host, hostOfOthers
  case redux

  var isLifting: Bool { self == .elm }

  /// A store, and how its state is written from outside, where it can be.
  typealias Made = (store: any ScopableStore<House, NodeAction>, write: (@MainActor (House) -> Void)?)

  @MainActor
  func make(_ state: House, _ options: StoreOptions, _ cues: Cues) -> Made {
    let rule: @MainActor (NodeAction) -> HistoryRule = { $0.body.rule }
    let update: EffectHost<House, NodeAction, Void>.Update = undoable(
      { house, action in .program(house.content.handle(action, cues)) },
      \.content,
      history: \.history,
      rule: rule
    )
    switch self {
    case .elm:
      return (ElmEngine.Store(initialState: state, options: options, reducer: .house(cues)), nil)
    case .host:
      let host = EffectHost<House, NodeAction, Void>(state: state, options: options, update: update)
      host.appear()
      return (host, { [weak host] in host?.state = $0 })
    case .hostOfOthers:
      let owner = StateOwner(state)
      let accessor = StateAccessor(get: { owner.state }, set: { owner.state = $0 })
      let host = EffectHost<House, NodeAction, Void>(storage: accessor, options: options, update: update)
      host.appear()
      return (
        host,
        { [weak host] in
          owner.state = $0
          host?.stateWasWrittenExternally()
        }
      )
    case .redux:
      let feature = HouseFeature(cues: cues).undoable(\.content, history: \.history, rule: rule)
      return (ReduxBridge.Store(feature: feature, initialState: state, options: options), nil)
    }
  }
}

/// Keeps a state that is not the store's own.
@MainActor
private final class StateOwner {
  var state: House

  init(_ state: House) { self.state = state }
}

private final class HouseFeature: FeatureType {
  private let cues: Cues
  private var program = EffectProgram<NodeAction>.none

  init(cues: Cues) { self.cues = cues }

  func reduce(into house: inout House, action: NodeAction) async { program = house.content.handle(action, cues) }

  func effect(of action: NodeAction, state: House) -> EffectProgram<NodeAction> { program }
}

// What an engine does that lifts no reducers: the same, with all effects its own.
extension Shape {
  /// Gives an action to the child that it is for, if there is one, and then to those around it.
  mutating func handle(_ action: NodeAction, _ cues: Cues) -> EffectProgram<NodeAction> {
    guard case .child(let place, let inner) = action else {
      handleOwn(action.body)
      return action.body.program(cues)
    }
    var program = EffectProgram<NodeAction>.none
    change(place) { program = $0.handle(inner, cues) }
    note(inner)
    return program.isNone ? .none : program.map { .child(place, $0) }
  }
}
