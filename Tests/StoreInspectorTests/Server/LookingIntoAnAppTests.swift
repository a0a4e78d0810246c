import StoreInspector
import Testing

/// The samples of the guide.
@Suite struct LookingIntoAnAppTests {
  @Test func `the samples start inspectors`() async {
    // In a process of its own: they would observe the stores of all other tests.
    await #expect(processExitsWith: .success) { @MainActor in
      let store = Search.store()

      Inspector.start()

      let inspector = Inspector.start(
        port: 8181,
        token: "a-token-of-my-own",
        control: true,
        limits: Recorder.Limits(records: 100_000)
      )
      inspector.watch(store)

      await inspector.stop()
    }
  }
}
