import StoreCore

extension ConformanceStage {
  static var launchPolicies: [Check] {
    [
      Check("the same name replaces: the older run is cancelled first") { stage in
        let store = stage.makeStore()
        let gate = stage.makeGate()
        let (isCancelled, isEarly) = (Flag(), Flag())
        store.send(
          ConformanceAction(
            "first",
            effect: .waiting(at: gate, thenSending: "old", id: "work", whenCancelled: { isCancelled.set() })
          )
        )
        await stage.settle()
        store.send(
          ConformanceAction(
            "second",
            effect: .run("work") { send in
              if !isCancelled.isSet { isEarly.set() }
              await gate.pass()
              send("new")
            }
          )
        )
        await stage.settle()
        stage.expect(isCancelled.isSet, "The older run was not cancelled.")
        stage.expect(
          !isEarly.isSet || !isCancelled.isSet,
          "The older run was cancelled only when the new one had begun."
        )
        stage.expect(store.runningTaskCount == 1, "\(store.runningTaskCount) effects ran instead of 1.")
        gate.open()
        await stage.settle()
        stage.expect(store, hasHandled: ["first", "second", "new"])
      },
      Check("runs beside each other keep one name") { stage in
        let store = stage.makeStore()
        let gate = stage.makeGate()
        for name in ["a", "b"] {
          store.send(
            ConformanceAction(
              name,
              effect: .waiting(at: gate, thenSending: name + name, id: "work", policy: .concurrent)
            )
          )
        }
        stage.expect(store.runningTaskCount == 2, "\(store.runningTaskCount) effects ran instead of 2.")
        await stage.settle()
        gate.open()
        await stage.settle()
        stage.expect(
          stage.handled(by: store).sorted() == ["a", "aa", "b", "bb"],
          "It handled \(stage.handled(by: store))."
        )
      },
      Check("the running one is kept, and the new one refused") { stage in
        let store = stage.makeStore()
        let gate = stage.makeGate()
        for name in ["a", "b"] {
          store.send(
            ConformanceAction(
              name,
              effect: .waiting(at: gate, thenSending: name + name, id: "work", policy: .keepRunning)
            )
          )
          await stage.settle()
        }
        stage.expect(stage.events.refusedCount(of: "work") == 1, "The refused effect was not traced.")
        gate.open()
        await stage.settle()
        stage.expect(store, hasHandled: ["a", "b", "aa"])
      },
      Check("a queue runs one after another, and refuses what is over its limit") { stage in
        let store = stage.makeStore()
        let gates = (0..<3).map { _ in stage.makeGate() }
        for (index, gate) in gates.enumerated() {
          store.send(
            ConformanceAction(
              "\(index)",
              effect: .waiting(at: gate, thenSending: "end \(index)", id: "work", policy: .queue(limit: 1))
            )
          )
        }
        await stage.settle()
        stage.expect(gates.map(\.arrivals) == [1, 0, 0], "\(gates.map(\.arrivals)) had begun instead of the first.")
        stage.expect(stage.events.refusedCount(of: "work") == 1, "The effect over the limit was not traced.")
        for gate in gates {
          gate.open()
          await stage.settle()
        }
        stage.expect(store, hasHandled: ["0", "1", "2", "end 0", "end 1"])
      },
      Check("a cancel takes running and queued ones") { stage in
        let store = stage.makeStore()
        let gates = [stage.makeGate(), stage.makeGate()]
        for gate in gates {
          store.send(ConformanceAction("a", effect: .waiting(at: gate, id: "work", policy: .queue(limit: 5))))
        }
        await stage.settle()
        store.cancel(.id("work"))
        stage.expect(!store.isTaskRunning(id: "work"), "The name was taken after the cancel.")
        gates[0].open()
        await stage.settle()
        stage.expect(gates[1].arrivals == 0, "A queued effect began after its cancel.")
      },
      Check("at most two run at a time") { stage in
        let store = stage.makeStore()
        let gates = (0..<3).map { _ in stage.makeGate() }
        for gate in gates {
          store.send(ConformanceAction("a", effect: .waiting(at: gate, id: "work", policy: .atMost(2, .oldestFirst))))
        }
        await stage.settle()
        stage.expect(gates.map(\.arrivals) == [1, 1, 0], "\(gates.map(\.arrivals)) had begun.")
        gates[0].open()
        await stage.settle()
        stage.expect(gates[2].arrivals == 1, "The waiting effect did not begin when there was room.")
      },
      Check("at most two run at a time, one waits, and more are refused") { stage in
        let store = stage.makeStore()
        let gates = (0..<4).map { _ in stage.makeGate() }
        for (index, gate) in gates.enumerated() {
          store.send(
            ConformanceAction(
              "\(index)",
              effect: .waiting(at: gate, thenSending: "end \(index)", id: "work", policy: .atMost(2, waiting: 1))
            )
          )
        }
        await stage.settle()
        stage.expect(gates.map(\.arrivals) == [1, 1, 0, 0], "\(gates.map(\.arrivals)) had begun.")
        stage.expect(stage.events.refusedCount(of: "work") == 1, "The effect over the limit was not traced.")
        for gate in gates {
          gate.open()
          await stage.settle()
        }
        stage.expect(store, hasHandled: ["0", "1", "2", "3", "end 0", "end 1", "end 2"])
      },
      Check("at most two run at a time, and the newest win") { stage in
        let store = stage.makeStore()
        let gates = (0..<3).map { _ in stage.makeGate() }
        for (index, gate) in gates.enumerated() {
          store.send(
            ConformanceAction(
              "\(index)",
              effect: .waiting(at: gate, thenSending: "end \(index)", id: "work", policy: .atMost(2, .newestWins))
            )
          )
          await stage.settle()
        }
        stage.expect(store.runningTaskCount == 2, "\(store.runningTaskCount) effects ran instead of 2.")
        for gate in gates {
          gate.open()
          await stage.settle()
        }
        stage.expect(store, hasHandled: ["0", "1", "2", "end 1", "end 2"])
      },
      Check("a common name limits effects that each have a name of their own, also while they wait") { stage in
        let store = stage.makeStore()
        let names = ["a", "b", "c", "d", "e"]
        let gates = names.map { _ in stage.makeGate() }
        for (name, gate) in zip(names, gates) {
          let own = ConformanceEffect.waiting(at: gate, thenSending: "end \(name)", id: EffectID(name))
          let limited = ConformanceEffect.named(own, id: "all", policy: .atMost(2, waiting: 2))
          store.send(
            ConformanceAction(name, effect: .answeringRefusal(limited, answer: ConformanceAction("no \(name)")))
          )
        }
        await stage.settle()
        stage.expect(gates.map(\.arrivals) == [1, 1, 0, 0, 0], "\(gates.map(\.arrivals)) had begun.")
        stage.expect(store, hasHandled: names + ["no e"])
        stage.expect(
          (names + ["all"]).map { store.isTaskRunning(id: $0) } == [true, true, true, true, false, true],
          "One that waited was not found by its own name, or one that was refused was found."
        )
        store.cancel(.id("c"))
        store.cancel(.id("a"))
        stage.expect(!store.isTaskRunning(id: "c"), "One that waited ran after its cancel.")
        await stage.settle()
        gates[0].open()
        await stage.settle()
        stage.expect(gates.map(\.arrivals) == [1, 1, 0, 1, 0], "\(gates.map(\.arrivals)) had begun after the cancels.")
        store.cancel(.id("all"))
        stage.expect(store.runningTaskCount == 0, "An effect ran after the cancel of the common name.")
        for gate in gates { gate.open() }
        await stage.settle()
        stage.expect(store, hasHandled: names + ["no e"])
      },
    ]
  }
}
