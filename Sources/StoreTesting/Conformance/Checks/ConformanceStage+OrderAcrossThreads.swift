import StoreCore

extension ConformanceStage {
  static var orderAcrossThreads: [Check] {
    [
      Check("what was enqueued comes before what is sent after it") { stage in
        let store = stage.makeStore()
        for name in ["1", "2", "3"] { store.enqueue(ConformanceAction(name)) }
        store.send(ConformanceAction("4"))
        await stage.settle()
        stage.expect(store, hasHandled: ["1", "2", "3", "4"])
      },
      Check("the actions of each of two threads keep their order, and none is lost") { stage in
        let store = stage.makeStore()
        await withTaskGroup { group in
          for thread in ["a", "b"] {
            group.addTask { @concurrent in
              for number in 0..<200 { store.enqueue(ConformanceAction("\(thread)\(number)")) }
            }
          }
        }
        store.send(ConformanceAction("last"))
        await stage.settle()
        let handled = stage.handled(by: store)
        stage.expect(handled.count == 401, "It handled \(handled.count) actions of 401.")
        for thread in ["a", "b"] {
          stage.expect(
            handled.filter { $0.hasPrefix(thread) } == (0..<200).map { "\(thread)\($0)" },
            "The actions of thread \(thread) came in another order."
          )
        }
      },
      Check("an effect's actions keep their order") { stage in
        let store = stage.makeStore()
        let names = (0..<50).map { "\($0)" }
        store.send(
          ConformanceAction("a", effect: .run { send in for name in names { send(name) } })
        )
        await stage.settle()
        stage.expect(store, hasHandled: ["a"] + names)
      },
    ]
  }
}
