import StoreCore

extension ConformanceStage {
  static var runawayChains: [Check] {
    [
      Check("a chain of actions that is too long ends with an issue, and the store goes on") { stage in
        let store = stage.makeStore(chainLimit: 50)
        var count = 0
        // Ends by itself, far after the limit, if nothing stops it.
        @MainActor func link() -> ConformanceAction {
          ConformanceAction("link") {
            count += 1
            if count < 500 { store.send(link()) }
          }
        }
        store.send(link())
        await stage.settle()
        stage.expect(count <= 51, "\(count) actions were handled, although the limit was 50.")
        let isReported = stage.issues.all.contains { if case .runawayChain = $0.kind { true } else { false } }
        stage.expect(isReported, "No issue was reported.")
        store.send(ConformanceAction("after"))
        await stage.settle()
        stage.expect(stage.handled(by: store).last == "after", "The store did not go on.")
      }
    ]
  }
}
