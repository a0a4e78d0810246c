import StoreTesting

/// The checks for a state chart with one phase.
struct ChartAdapter: ConformanceAdapter {
  enum Phase { case only }

  func makeStore(options: StoreOptions) -> ChartStore<Phase, [String], ConformanceAction> {
    let chart = StateChart<Phase, [String], ConformanceAction>(
      initial: .only,
      step: { _, names, action in .init(effect: action.handle(&names).program) },
      activity: { _ in .none }
    )
    return ChartStore(chart: chart, context: [], options: options)
  }

  func handled(in state: ChartState<Phase, [String]>) -> [String] { state.context }
}
