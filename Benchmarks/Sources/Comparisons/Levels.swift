import ElmEngine

/// A feature around another one.
struct Level<Child: Sendable>: Sendable {
  var child: Child
  var count = 0
}

enum LevelAction<Child: Sendable>: Sendable {
  case own
  case child(Child)
}

typealias TwoLevels<State: Sendable> = Level<Level<State>>
typealias TwoLevelActions<Action: Sendable> = LevelAction<LevelAction<Action>>
typealias TenLevels = TwoLevels<TwoLevels<TwoLevels<TwoLevels<TwoLevels<Counter>>>>>
typealias TenLevelActions = TwoLevelActions<
  TwoLevelActions<TwoLevelActions<TwoLevelActions<TwoLevelActions<CounterAction>>>>
>

func twoLevels<State: Sendable>(_ state: State) -> TwoLevels<State> {
  Level(child: Level(child: state))
}

func sentDown<Action>(_ action: Action) -> TwoLevelActions<Action> {
  .child(.child(action))
}

let tenLevelState = twoLevels(twoLevels(twoLevels(twoLevels(twoLevels(Counter())))))

func tenLevelAction(_ action: CounterAction) -> TenLevelActions {
  sentDown(sentDown(sentDown(sentDown(sentDown(action)))))
}

/// The reducer of the innermost feature.
let counterReducer = ComposedReducer<Counter, CounterAction> { counter, action in
  switch action {
  case .add(let amount), .fetched(let amount):
    counter.count += amount
    return .none
  case .fetch:
    return .task { .fetched(1) }
  }
}

/// A child's reducer in its parent's.
func lifted<State: Sendable, Action>(
  _ child: ComposedReducer<State, Action>
) -> ComposedReducer<Level<State>, LevelAction<Action>> {
  ComposedReducer<Level<State>, LevelAction<Action>> { level, action in
    if case .own = action { level.count += 1 }
    return .none
  }
  .lifting(
    child,
    at: Child(\.child, id: "child") {
      .child($0)
    } extract: { action in
      if case .child(let action) = action { action } else { nil }
    }
  )
}

@MainActor
func makeTenLevelStore() -> Store<TenLevels, TenLevelActions> {
  let two = lifted(lifted(counterReducer))
  let four = lifted(lifted(two))
  let six = lifted(lifted(four))
  let eight = lifted(lifted(six))
  return Store(initialState: tenLevelState, reducer: lifted(lifted(eight)))
}
