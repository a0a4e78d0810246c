import ElmEngine

// Only StoreCore has the interface for authors of engines: a feature's file does not see it.
func engineWords(
  _: Runtime<Int>,  // ❌ Error: "cannot find type 'Runtime' in scope"
  _: StateBox<Int>,  // ❌ Error: "cannot find type 'StateBox' in scope"
  _: StateSlices<Int>,  // ❌ Error: "cannot find type 'StateSlices' in scope"
  _: StatePath<Int, Int>,  // ❌ Error: "cannot find type 'StatePath' in scope"
  _: StoreSubscribers<Int>,  // ❌ Error: "cannot find type 'StoreSubscribers' in scope"
  _: ScopedEffects,  // ❌ Error: "cannot find type 'ScopedEffects' in scope"
  _: RuntimeLink<Int>,  // ❌ Error: "cannot find type 'RuntimeLink' in scope"
  _: ActionInlet<Int>,  // ❌ Error: "cannot find type 'ActionInlet' in scope"
  _: HistoryPlace<Int, Int>,  // ❌ Error: "cannot find type 'HistoryPlace' in scope"
  _: HistoryEffects,  // ❌ Error: "cannot find type 'HistoryEffects' in scope"
  _: any EffectExecutor,  // ❌ Error: "cannot find type 'EffectExecutor' in scope"
  _: ExecutorActivity,  // ❌ Error: "cannot find type 'ExecutorActivity' in scope"
  _: any EffectInterceptor,  // ❌ Error: "cannot find type 'EffectInterceptor' in scope"
  _: EffectAttempt,  // ❌ Error: "cannot find type 'EffectAttempt' in scope"
  _: any SendHold  // ❌ Error: "cannot find type 'SendHold' in scope"
) {}
