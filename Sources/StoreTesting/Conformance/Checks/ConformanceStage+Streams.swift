import StoreCore

extension ConformanceStage {
  static var streams: [Check] {
    [
      Check("all elements come in order, and no more are asked for than may wait") { stage in
        let store = stage.makeStore()
        let names = (0..<1_500).map { "\($0)" }
        let elements = ConformanceStream(names)
        var most = 0
        store.subscribe { state in
          let handled = stage.handled(in: state).count
          // After an element's action; until then the element itself waited, too. The first action is none of them.
          if handled > 1 { most = max(most, elements.count.value - handled + 2) }
        }
        store.send(ConformanceAction("a", effect: .stream(id: "stream", elements: elements)))
        await stage.settle()
        stage.expect(
          stage.handled(by: store) == ["a"] + names,
          "It handled \(stage.handled(by: store).count - 1) of 1500."
        )
        stage.expect(most <= StreamLimits.capacity, "\(most) elements waited, but \(StreamLimits.capacity) may.")
      },
      Check("the first element is prompt, and a stream that waits runs") { stage in
        let store = stage.makeStore()
        let gate = stage.makeGate()
        let elements = ConformanceStream(["first"], endingBehind: gate)
        store.send(ConformanceAction("a", effect: .stream(id: "stream", elements: elements)))
        await stage.settle()
        stage.expect(store, hasHandled: ["a", "first"])
        stage.expect(store.isTaskRunning(id: "stream"), "The stream was not running while it waited for an element.")
      },
      Check("a stream that has ended runs no more") { stage in
        let store = stage.makeStore()
        store.send(ConformanceAction("a", effect: .stream(id: "stream", elements: ConformanceStream(["b"]))))
        await stage.settle()
        stage.expect(!store.isTaskRunning(id: "stream"), "The stream was running after its end.")
        stage.expect(store.runningTaskCount == 0, "\(store.runningTaskCount) effects ran after the end of all.")
      },
    ]
  }
}
