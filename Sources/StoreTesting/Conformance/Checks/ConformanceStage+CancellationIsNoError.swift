import StoreCore

extension ConformanceStage {
  static var cancellationIsNoError: [Check] {
    [
      Check("no error handler hears of a cancel") { stage in
        let store = stage.makeStore()
        let gate = stage.makeGate()
        let work = ConformanceEffect.run("work") { _ in
          await gate.pass()
          try Task.checkCancellation()
        }
        store.send(
          ConformanceAction("caught", effect: .catching(work) { _ in ConformanceAction("error") })
        )
        await stage.settle()
        store.cancel(.id("work"))
        gate.open()
        await stage.settle()
        stage.expect(store, hasHandled: ["caught"])
        store.send(ConformanceAction("uncaught", effect: work))
        store.cancel(.id("work"))
        await stage.settle()
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
