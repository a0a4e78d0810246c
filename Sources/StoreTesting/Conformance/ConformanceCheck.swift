/// One thing that is checked of an engine.
struct ConformanceCheck<Adapter: ConformanceAdapter> {
  let title: String
  let body: @MainActor (ConformanceStage<Adapter>) async -> Void

  init(_ title: String, _ body: @escaping @MainActor (ConformanceStage<Adapter>) async -> Void) {
    self.title = title
    self.body = body
  }
}
