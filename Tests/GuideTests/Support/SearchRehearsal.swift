import StoreTesting
import Testing

/// The README's claims about its four searches: sends that need no `await`, a replaced search, and a cancelled one.
@MainActor
func rehearse<Engine: StoreEngine>(
  _ store: Engine,
  typed: (String) -> Engine.Action,
  cancelled: Engine.Action,
  text: (Engine.State) -> String,
  results: (Engine.State) -> [String]
) async {
  store.send(typed("sw"))
  #expect(text(store.state) == "sw")
  #expect(store.isTaskRunning(id: "search"))

  store.send(typed("swift"))
  #expect(store.runningTaskCount == 1)
  await store.settle()
  #expect(results(store.state) == ["swift"])
  #expect(store.runningTaskCount == 0)

  store.send(typed("sw"))
  store.send(cancelled)
  #expect(!store.isTaskRunning(id: "search"))
  await store.settle()
  #expect(text(store.state) == "sw")
  #expect(results(store.state) == ["swift"])
}
