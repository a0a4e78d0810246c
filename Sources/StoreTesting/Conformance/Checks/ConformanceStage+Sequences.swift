import StoreCore

private struct MemberError: Error {}

extension ConformanceStage {
  static var sequences: [Check] {
    [
      Check("a member starts when the action of the one before was handled") { stage in
        let store = stage.makeStore()
        let gate = stage.makeGate()
        let (isHandled, isEarly) = (Flag(), Flag())
        let first = ConformanceEffect.run { send in
          await gate.pass()
          send(ConformanceAction("first") { isHandled.set() })
        }
        // The order of the actions does not show when their members began.
        let second = ConformanceEffect.run { send in
          if !isHandled.isSet { isEarly.set() }
          send("second")
        }
        store.send(ConformanceAction("a", effect: .sequence([first, second, .emit(ConformanceAction("third"))])))
        await stage.settle()
        stage.expect(store, hasHandled: ["a"], "before the first member had ended")
        gate.open()
        await stage.settle()
        stage.expect(store, hasHandled: ["a", "first", "second", "third"])
        stage.expect(!isEarly.isSet, "The second member began before the action of the first was handled.")
      },
      Check("a cancel in front of a start is done before it") { stage in
        let store = stage.makeStore()
        let (old, new) = (stage.makeGate(), stage.makeGate())
        store.send(ConformanceAction("a", effect: .waiting(at: old, thenSending: "old", id: "work")))
        await stage.settle()
        store.send(
          ConformanceAction(
            "b",
            effect: .sequence([.cancel(.id("work")), .waiting(at: new, thenSending: "new", id: "work")])
          )
        )
        stage.expect(store.isTaskRunning(id: "work"), "The new one was not running when send returned.")
        await stage.settle()
        old.open()
        new.open()
        await stage.settle()
        stage.expect(store, hasHandled: ["a", "b", "new"])
      },
      Check("a member that is cancelled ends, and the rest goes on") { stage in
        let store = stage.makeStore()
        let gate = stage.makeGate()
        store.send(
          ConformanceAction("a", effect: .sequence([.waiting(at: gate, id: "first"), .sending("second")]))
        )
        await stage.settle()
        store.cancel(.id("first"))
        await stage.settle()
        stage.expect(store, hasHandled: ["a", "second"])
      },
      Check("a member that throws ends the sequence") { stage in
        let store = stage.makeStore()
        store.send(
          ConformanceAction(
            "a",
            effect: .catching(.sequence([.run { _ in throw MemberError() }, .sending("second")])) { _ in
              ConformanceAction("caught")
            }
          )
        )
        await stage.settle()
        stage.expect(store, hasHandled: ["a", "caught"])
      },
      Check("members of a merge start in their order") { stage in
        let store = stage.makeStore()
        let members = ["first", "second", "third"].map { ConformanceEffect.emit(ConformanceAction($0)) }
        store.send(ConformanceAction("a", effect: .merge(members)))
        stage.expect(store, hasHandled: ["a", "first", "second", "third"])
      },
      Check("members of a merge run beside each other") { stage in
        let store = stage.makeStore()
        let gates = [stage.makeGate(), stage.makeGate()]
        store.send(ConformanceAction("a", effect: .merge(gates.map { .waiting(at: $0) })))
        await stage.settle()
        stage.expect(gates.map(\.arrivals) == [1, 1], "\(gates.map(\.arrivals)) had begun.")
      },
    ]
  }
}
