import ElmEngine
import StoreTesting
import Testing

private struct ServerError: Error {
  let status: Int
}

private enum Action: Equatable {
  case save
}

@MainActor
@Suite struct ReceivingErrorsTests {
  @Test func `an error that nothing handles is expected`() async {
    let store = TestStore {
      Store<Int, Action>(initialState: 0, options: $0) { count, _ in
        (count + 1, .task { throw ServerError(status: 503) })
      }
    }

    await store.send(.save) { $0 = 1 }
    let error = await store.receive(error: ServerError.self)
    #expect(error?.status == 503)

    await store.finish()
  }
}
