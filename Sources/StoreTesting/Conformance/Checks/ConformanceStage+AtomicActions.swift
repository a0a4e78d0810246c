extension ConformanceStage {
  static var atomicActions: [Check] {
    [
      Check("a send from inside a handler is handled behind it") { stage in
        let store = stage.makeStore()
        var depth = 0
        var deepest = 0
        @MainActor func action(_ name: String, sending names: [String] = []) -> ConformanceAction {
          ConformanceAction(name) {
            depth += 1
            deepest = max(deepest, depth)
            for name in names { store.send(action(name)) }
            depth -= 1
          }
        }
        store.send(action("a", sending: ["b", "c"]))
        await stage.settle()
        stage.expect(store, hasHandled: ["a", "b", "c"])
        stage.expect(deepest == 1, "Handlers ran inside each other, \(deepest) deep.")
      },
      Check("the state that is read in a handler is the one before it") { stage in
        let store = stage.makeStore()
        var seen: [[String]] = []
        let look: @MainActor @Sendable () -> Void = { seen.append(stage.handled(by: store)) }
        store.send(ConformanceAction("a", inside: look))
        store.send(ConformanceAction("b", inside: look))
        await stage.settle()
        stage.expect(seen == [[], ["a"]], "The handlers read \(seen).")
      },
      Check("an action that a subscriber sends is handled behind the one that it heard of") { stage in
        let store = stage.makeStore()
        var heard: [String] = []
        store.subscribe { state in
          let names = stage.handled(in: state)
          if names == ["a"] { store.send(ConformanceAction("b")) }
          heard.append(names.joined())
        }
        store.send(ConformanceAction("a"))
        await stage.settle()
        stage.expect(heard == ["a", "ab"], "The subscriber heard \(heard).")
        stage.expect(store, hasHandled: ["a", "b"])
      },
      Check("an emitted action comes before those that wait") { stage in
        let store = stage.makeStore()
        store.send(
          ConformanceAction("a", effect: .emit(ConformanceAction("emitted"))) {
            store.send(ConformanceAction("queued"))
          }
        )
        await stage.settle()
        stage.expect(store, hasHandled: ["a", "emitted", "queued"])
      },
      Check("no update is lost where many actions are sent at once") { stage in
        let store = stage.makeStore()
        let names = (0..<100).map { "\($0)" }
        for name in names { store.send(ConformanceAction(name)) }
        await stage.settle()
        stage.expect(store, hasHandled: names)
      },
    ]
  }
}
