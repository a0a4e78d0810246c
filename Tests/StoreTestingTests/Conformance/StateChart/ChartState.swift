/// The phase of a chart, and its data.
struct ChartState<Phase: Hashable, Context> {
  var phase: Phase
  var context: Context

  mutating func change<Result>(_ body: (inout Phase, inout Context) -> Result) -> Result {
    body(&phase, &context)
  }
}
