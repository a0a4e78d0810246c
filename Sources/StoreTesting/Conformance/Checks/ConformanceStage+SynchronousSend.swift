import StoreCore

extension ConformanceStage {
  static var synchronousSend: [Check] {
    [
      Check("when send returns, the action was handled") { stage in
        let store = stage.makeStore()
        let handle = store.send(ConformanceAction("a"))
        stage.expect(store, hasHandled: ["a"], "when send returned")
        stage.expect(handle.isFinished, "There was nothing to wait for, but the handle had not finished.")
      },
      Check("when send returns, the effects are registered") { stage in
        let store = stage.makeStore()
        let gate = stage.makeGate()
        let handle = store.send(ConformanceAction("a", effect: .waiting(at: gate, id: "download")))
        stage.expect(store.isTaskRunning(id: "download"), "The effect was not running when send returned.")
        stage.expect(store.runningTaskCount == 1, "\(store.runningTaskCount) effects ran instead of 1.")
        stage.expect(!handle.isFinished, "The handle had finished while the effect ran.")
      },
      Check("when send returns, subscribers have heard of the state") { stage in
        let store = stage.makeStore()
        var heard: [[String]] = []
        store.subscribe { heard.append(stage.handled(in: $0)) }
        store.send(ConformanceAction("a"))
        stage.expect(heard == [["a"]], "The subscriber had heard \(heard) when send returned.")
      },
      Check("an effect that has ended is not running, and its actions were handled") { stage in
        let store = stage.makeStore()
        store.send(ConformanceAction("a", effect: .sending("b", id: "work")))
        await stage.settle()
        stage.expect(store, hasHandled: ["a", "b"])
        stage.expect(!store.isTaskRunning(id: "work"), "The effect was running after its end.")
        stage.expect(store.runningTaskCount == 0, "\(store.runningTaskCount) effects ran after the end of all.")
      },
    ]
  }
}
