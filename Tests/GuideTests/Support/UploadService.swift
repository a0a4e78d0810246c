import StoreTesting
import Testing

/// The progress of an upload, which comes halfway and stays there.
func upload(_ file: String) -> AsyncStream<Int> {
  AsyncStream { $0.yield(50) }
}

/// The uploads of the cookbook: a limit of two, a refusal that is shown, and a cancel of one.
@MainActor
func rehearseUploads<Engine: StoreEngine>(
  _ store: Engine,
  upload: (String) -> Engine.Action,
  cancel: (String) -> Engine.Action,
  rows: (Engine.State) -> [String: String]
) async {
  for file in ["a", "b", "c"] { store.send(upload(file)) }
  await store.settle()
  #expect(rows(store.state) == ["a": "50 %", "b": "50 %", "c": "refused"])
  #expect(["a", "b", "c", "uploads"].map { store.isTaskRunning(id: $0) } == [true, true, false, true])
  store.send(cancel("a"))
  await store.settle()
  store.send(upload("c"))
  await store.settle()
  #expect(rows(store.state) == ["a": "50 %", "b": "50 %", "c": "50 %"])
  #expect(["a", "b", "c", "uploads"].map { store.isTaskRunning(id: $0) } == [false, true, true, true])
  store.send(upload("b"))
  await store.settle()
  #expect(["b", "c"].map { store.isTaskRunning(id: $0) } == [true, true], "a restart takes its own place")
  #expect(store.runningTaskCount == 2)
  store.cancel(id: "uploads")
  #expect(store.runningTaskCount == 0)
}
