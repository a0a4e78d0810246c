import StoreCore

extension ConformanceStage {
  static var identity: [Check] {
    [
      Check("names are values of a type: 1 is not \"1\"") { stage in
        let store = stage.makeStore()
        let gate = stage.makeGate()
        store.send(ConformanceAction("number", effect: .waiting(at: gate, id: EffectID(1))))
        store.send(ConformanceAction("text", effect: .waiting(at: gate, id: EffectID("1"))))
        stage.expect(store.runningTaskCount == 2, "\(store.runningTaskCount) effects ran instead of 2.")
        store.cancel(.id(EffectID(1)))
        stage.expect(!store.isTaskRunning(id: 1), "1 was running after its cancel.")
        stage.expect(store.isTaskRunning(id: "1"), "\"1\" was not running after the cancel of 1.")
      },
      Check("what is replaced leaves its successor's entry alone when it ends") { stage in
        let store = stage.makeStore()
        let (first, second) = (stage.makeGate(), stage.makeGate())
        let isCancelled = Flag()
        store.send(ConformanceAction("first", effect: .waiting(at: first, id: "work")))
        await stage.settle()
        store.send(
          ConformanceAction("second", effect: .waiting(at: second, id: "work", whenCancelled: { isCancelled.set() }))
        )
        await stage.settle()
        first.open()
        await stage.settle()
        stage.expect(store.isTaskRunning(id: "work"), "The successor was not running once the replaced one had ended.")
        store.cancel(.id("work"))
        await stage.settle()
        stage.expect(isCancelled.isSet, "The successor could not be cancelled once the replaced one had ended.")
      },
      Check("a name belongs to one store") { stage in
        let (one, other) = (stage.makeStore(), stage.makeStore())
        let gate = stage.makeGate()
        for store in [one, other] {
          store.send(ConformanceAction("a", effect: .waiting(at: gate, id: "work")))
        }
        one.cancel(.id("work"))
        stage.expect(other.isTaskRunning(id: "work"), "A cancel in one store took the other one's effect.")
      },
    ]
  }
}
