import StoreCore

extension ConformanceStage {
  static var finalCancel: [Check] {
    [
      Check("what a cancelled effect still sends is dropped") { stage in
        let store = stage.makeStore()
        let gate = stage.makeGate()
        store.send(ConformanceAction("a", effect: .waiting(at: gate, thenSending: "late", id: "work")))
        await stage.settle()
        store.cancel(.id("work"))
        gate.open()
        await stage.settle()
        stage.expect(store, hasHandled: ["a"])
        stage.expect(
          stage.events.dropped == ["late"],
          "Observers heard of \(stage.list(stage.events.dropped)) dropped."
        )
      },
      Check("a cancel in the turn of the start is not missed") { stage in
        let store = stage.makeStore()
        let hasBegun = Flag()
        store.send(ConformanceAction("a", effect: .run("work") { _ in hasBegun.set() }))
        store.cancel(.id("work"))
        stage.expect(!store.isTaskRunning(id: "work"), "The effect was running after its cancel.")
        await stage.settle()
        stage.expect(!hasBegun.isSet, "The effect began after its cancel.")
      },
      Check("a cancel by an action's effect does the same") { stage in
        let store = stage.makeStore()
        let gate = stage.makeGate()
        store.send(ConformanceAction("a", effect: .waiting(at: gate, thenSending: "late", id: "work")))
        await stage.settle()
        store.send(ConformanceAction("cancel", effect: .cancel(.id("work"))))
        stage.expect(!store.isTaskRunning(id: "work"), "The effect was running after its cancel.")
        gate.open()
        await stage.settle()
        stage.expect(store, hasHandled: ["a", "cancel"])
      },
      Check("an effect that ignores its cancel blocks nothing: its name is free, and cancels find the live one") {
        stage in
        let store = stage.makeStore()
        let (first, second) = (stage.makeGate(), stage.makeGate())
        let isCancelled = Flag()
        store.send(ConformanceAction("a", effect: .waiting(at: first, id: "work")))
        await stage.settle()
        store.cancel(.id("work"))
        stage.expect(store.runningTaskCount == 0, "A cancelled effect was counted as running.")
        store.send(
          ConformanceAction("b", effect: .waiting(at: second, id: "work", whenCancelled: { isCancelled.set() }))
        )
        await stage.settle()
        stage.expect(second.arrivals == 1, "The name was not free while a cancelled effect went on.")
        store.cancel(.id("work"))
        await stage.settle()
        stage.expect(isCancelled.isSet, "The second cancel did not reach the live effect.")
        stage.expect(!store.isTaskRunning(id: "work"), "The live effect was running after its cancel.")
      },
    ]
  }
}
