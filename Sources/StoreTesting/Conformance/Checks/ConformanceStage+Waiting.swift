import StoreCore

extension ConformanceStage {
  static var waiting: [Check] {
    [
      Check("a handle's value waits for the action's own effects") { stage in
        let store = stage.makeStore()
        let (own, caused) = (stage.makeGate(), stage.makeGate())
        let handle = store.send(
          ConformanceAction(
            "a",
            effect: .run { send in
              await own.pass()
              send(ConformanceAction("b", effect: .waiting(at: caused)))
            }
          )
        )
        let value = stage.beside { await handle.value }
        let tree = stage.beside { await handle.tree }
        await stage.settle()
        stage.expect(!value.isSet, "The value had come while the effect ran.")
        own.open()
        await stage.settle()
        stage.expect(value.isSet, "The value had not come when the effect had ended.")
        stage.expect(!tree.isSet, "The tree had come while an effect ran that the first one had caused.")
        caused.open()
        await stage.settle()
        stage.expect(tree.isSet, "The tree had not come when all had ended.")
      },
      Check("a handle's cancel cancels all that its action has caused") { stage in
        let store = stage.makeStore()
        let gate = stage.makeGate()
        let handle = store.send(
          ConformanceAction(
            "a",
            effect: .run("first") { send in
              send(ConformanceAction("b", effect: .waiting(at: gate, thenSending: "late", id: "second")))
              await gate.pass()
            }
          )
        )
        await stage.settle()
        stage.expect(store.isTaskRunning(id: "second"), "The second effect had not begun.")
        handle.cancel()
        stage.expect(store.runningTaskCount == 0, "\(store.runningTaskCount) effects ran after the cancel.")
        gate.open()
        await stage.settle()
        stage.expect(store, hasHandled: ["a", "b"])
      },
      Check("a handle's cancel takes an action out of the queue") { stage in
        let store = stage.makeStore()
        store.send(
          ConformanceAction("a") {
            store.send(ConformanceAction("b")).cancel()
            store.send(ConformanceAction("c"))
          }
        )
        await stage.settle()
        stage.expect(store, hasHandled: ["a", "c"])
      },
      Check("a waiter that is cancelled returns early") { stage in
        let store = stage.makeStore()
        let gate = stage.makeGate()
        let handle = store.send(ConformanceAction("a", effect: .waiting(at: gate)))
        let wait = stage.beside {
          let waiter = Task { await handle.value }
          waiter.cancel()
          await waiter.value
        }
        await stage.settle()
        stage.expect(wait.isSet, "The cancelled wait went on.")
      },
      Check("an effect that performs an action waits for all that it causes") { stage in
        let store = stage.makeStore()
        let gate = stage.makeGate()
        let hasReturned = Flag()
        let caused = ConformanceAction("c", effect: .waiting(at: gate))
        store.send(
          ConformanceAction(
            "a",
            effect: .run { send in
              await send.perform(ConformanceAction("b", effect: .run { send in send(caused) }))
              hasReturned.set()
            }
          )
        )
        await stage.settle()
        stage.expect(store, hasHandled: ["a", "b", "c"])
        stage.expect(!hasReturned.isSet, "It had returned while an effect ran that the action had caused.")
        gate.open()
        await stage.settle()
        stage.expect(hasReturned.isSet, "It had not returned when all had ended.")
      },
      Check("an effect that waits for an action which replaces it returns") { stage in
        let store = stage.makeStore()
        let hasReturned = Flag()
        let gate = stage.makeGate()
        store.send(
          ConformanceAction(
            "a",
            effect: .run("work") { send in
              await send.perform(ConformanceAction("b", effect: .waiting(at: gate, id: "work")))
              hasReturned.set()
            }
          )
        )
        await stage.settle()
        stage.expect(hasReturned.isSet, "It waits for itself.")
      },
      Check("settling follows what effects cause, and returns while a stream waits") { stage in
        let store = stage.makeStore()
        let gate = stage.makeGate()
        store.send(
          ConformanceAction("a", effect: .stream(id: "s", elements: ConformanceStream([], endingBehind: gate)))
        )
        store.send(
          ConformanceAction("b", effect: .run { send in send(ConformanceAction("c", effect: .sending("d"))) })
        )
        let settled = stage.beside { await store.settle() }
        // It watches the same executor as the check, and so takes as long; a broken engine may take for ever.
        for _ in 0..<4 where !settled.isSet { await stage.settle() }
        stage.expect(store, hasHandled: ["a", "b", "c", "d"])
        stage.expect(settled.isSet, "It did not return.")
      },
    ]
  }
}
