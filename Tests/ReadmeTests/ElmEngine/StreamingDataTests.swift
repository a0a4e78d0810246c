#if Exhaustive
import ElmEngine
import StoreTesting
import Testing

/// The sample of the reference's "Streaming Data".
@MainActor
@Suite struct StreamingDataTests {
  private struct AppState {
    var messages: [String] = []
  }

  private enum StreamAction: Sendable {
    case startListening
    case stopListening
    case messageReceived(String)
  }

  private let server = WebSocketServer()
  private let executor = TestExecutor()

  private func reduce(state: AppState, action: StreamAction) -> (AppState, Effect<StreamAction>) {
    switch action {
    case .startListening:
      let messageStream = AsyncStream<StreamAction> { continuation in
        let websocket = WebSocketConnection()

        websocket.onMessage = { message in
          continuation.yield(.messageReceived(message))
        }

        websocket.connect()

        continuation.onTermination = { _ in
          websocket.disconnect()
        }
      }

      return (state, .stream(messageStream, id: "websocket"))

    case .stopListening:
      // This will cancel the stream and clean up the websocket
      return (state, .none)

    case .messageReceived(let message):
      var newState = state
      newState.messages.append(message)
      return (newState, .none)
    }
  }

  private func startListening() async -> Store<AppState, StreamAction> {
    let store = Store(
      initialState: AppState(),
      options: StoreOptions(executor: executor),
      // This makes the comment on '.stopListening' true.
      cancelsOn: { if case .stopListening = $0 { ["websocket"] } else { [] } },
      reduce: reduce
    )
    WebSocketServer.$current.withValue(server) {
      _ = store.send(.startListening)
    }
    await store.settle()
    return store
  }

  @Test func `Streaming Data: messages arrive in order`() async {
    let store = await startListening()
    #expect(server.connectionCount == 1)

    server.broadcast("one")
    server.broadcast("two")
    await store.settle()

    #expect(store.state.messages == ["one", "two"])
    #expect(store.isTaskRunning(id: "websocket"))
    store.cancel("websocket")
  }

  @Test func `Streaming Data: to stop listening`() async {
    let store = await startListening()

    // To stop listening
    store.cancel("websocket")

    #expect(!store.isTaskRunning(id: "websocket"))
    server.broadcast("late")
    await store.settle()
    #expect(store.state.messages.isEmpty)
    #expect(server.connectionCount == 0, "the stream's 'onTermination' was called")
  }

  @Test func `Streaming Data: the action that stops listening cleans up the websocket`() async {
    let store = await startListening()

    store.send(.stopListening)

    await store.settle()
    #expect(server.connectionCount == 0)
  }

  @Test func `Streaming Data: stopping in the same turn cleans up the websocket`() async {
    let store = Store(initialState: AppState(), options: StoreOptions(executor: executor), reduce: reduce)

    WebSocketServer.$current.withValue(server) {
      _ = store.send(.startListening)
    }
    store.cancel("websocket")
    await store.settle()

    #expect(server.connectionCount == 0)
  }

  @Test func `Streaming Data: the websocket is closed with its store`() async {
    var store: Store? = await startListening()
    #expect(server.connectionCount == 1)

    store = nil

    await executor.settle()
    #expect(store == nil)
    #expect(server.connectionCount == 0)
  }
}
#endif
