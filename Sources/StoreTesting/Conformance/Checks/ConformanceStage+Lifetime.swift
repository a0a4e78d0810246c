import StoreCore

extension ConformanceStage {
  static var lifetime: [Check] {
    [
      Check("effects do not keep their store, and are cancelled when it is deallocated") { stage in
        let gate = stage.makeGate()
        let isCancelled = Flag()
        weak var reference: Adapter.Engine?
        do {
          let store = stage.makeStore()
          reference = store
          store.send(
            ConformanceAction("a", effect: .waiting(at: gate, id: "work", whenCancelled: { isCancelled.set() }))
          )
        }
        await stage.settle()
        stage.letGoOfStores()
        await stage.settle()
        stage.expect(reference == nil, "The store was alive although only its effect referred to it.")
        stage.expect(isCancelled.isSet, "The effect was not cancelled when the store was deallocated.")
      },
      Check("a wait ends when the store is deallocated") { stage in
        let gate = stage.makeGate()
        let handle = stage.makeStore().send(ConformanceAction("a", effect: .waiting(at: gate, id: "work")))
        let wait = stage.beside { await handle.value }
        await stage.settle()
        stage.expect(!wait.isSet, "The wait had ended while the effect ran.")
        stage.letGoOfStores()
        await stage.settle()
        stage.expect(wait.isSet, "The wait had not ended when the store was deallocated.")
      },
    ]
  }
}
