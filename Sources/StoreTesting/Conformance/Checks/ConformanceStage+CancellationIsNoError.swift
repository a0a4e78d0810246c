import StoreCore

extension ConformanceStage {
  static var cancellationIsNoError: [Check] {
    [
      Check("no error handler hears of a cancel") { stage in
        let store = stage.makeStore()
        func work(behind gate: Gate) -> ConformanceEffect {
          .run("work") { _ in
            await gate.pass()
            try Task.checkCancellation()
          }
        }
        @MainActor func cancelWork(behind gate: Gate) async {
          // Only an operation that has begun can throw.
          await stage.settle()
          store.cancel(.id("work"))
          gate.open()
          await stage.settle()
        }
        let (first, second) = (stage.makeGate(), stage.makeGate())
        store.send(
          ConformanceAction("caught", effect: .catching(work(behind: first)) { _ in ConformanceAction("error") })
        )
        await cancelWork(behind: first)
        stage.expect(store, hasHandled: ["caught"])
        store.send(ConformanceAction("uncaught", effect: work(behind: second)))
        await cancelWork(behind: second)
        let errors = stage.errors.all
        stage.expect(errors.isEmpty, "The store's error hook was told of \(errors).")
      },
      Check("a cancel is answered where that is asked for") { stage in
        let store = stage.makeStore()
        let gate = stage.makeGate()
        store.send(
          ConformanceAction(
            "a",
            effect: .answeringCancel(.waiting(at: gate, id: "work"), answer: ConformanceAction("cancelled"))
          )
        )
        await stage.settle()
        store.cancel(.id("work"))
        await stage.settle()
        stage.expect(store, hasHandled: ["a", "cancelled"])
      },
    ]
  }
}
