import ElmEngine
import StoreTesting
import Testing

// Recipes of the cookbook: effects that go on.

@MainActor
@Suite struct LongEffectRecipesTests {
  private let bench = TestBench(isTraced: false)

  // MARK: A countdown

  private enum CountdownAction: Sendable {
    case start
    case tick
  }

  @Test func `count down`() async {
    let store = Store(initialState: 0, options: bench.options) { (seconds: inout Int, action: CountdownAction) in
      switch action {
      case .start:
        seconds = 10
        return .timer(every: .seconds(1), id: "countdown") { .tick }
      case .tick:
        seconds -= 1
        return seconds == 0 ? .cancel(id: "countdown") : .none
      }
    }
    store.send(.start)
    await bench.clock.advance(by: .seconds(4))
    #expect(store.state == 6)
    await bench.clock.advance(by: .seconds(20))
    #expect(store.state == 0)
    #expect(store.runningTaskCount == 0)
  }

  // MARK: Saving

  private struct Draft {
    var text = ""
    var savedText = ""
  }

  private enum DraftAction: Sendable {
    case typed(String)
    case closed
    case saved(String)
  }

  @Test func `read the present state in an effect`() async {
    let texts = Uploads()
    let upload: @Sendable (String) async throws -> Void = { await texts.add($0) }
    let store = Store(initialState: Draft(), options: bench.options) { (state: inout Draft, action: DraftAction) in
      if case .typed(let text) = action {
        state.text = text
        return .none
      }
      return .run(id: "sync") { send in
        while let text = await send.read({ (state: Draft) in state.text }) {
          try await upload(text)
          try await send.clock.sleep(for: .seconds(5))
        }
      }
    }
    store.send(.closed)
    await store.settle()
    store.send(.typed("a"))
    await bench.clock.advance(by: .seconds(5))
    store.cancelAll()
    #expect(await texts.all == ["", "a"])
  }

  private actor Uploads {
    private(set) var all: [String] = []

    func add(_ text: String) { all.append(text) }
  }

  @Test func `save while the user types, and at the end`() async {
    @Sendable func save(_ text: String) async throws -> String { text }
    let store = Store(initialState: Draft(), options: bench.options) { (state: inout Draft, action: DraftAction) in
      switch action {
      case .typed(let text):
        state.text = text
        return .task { .saved(try await save(text)) }
          .throttle(id: "save", for: .seconds(5), edges: .both)
      case .closed:
        let text = state.text
        return .task(id: "save") { .saved(try await save(text)) }
      case .saved(let text): state.savedText = text
      }
      return .none
    }
    for text in ["s", "sw", "swi"] { store.send(.typed(text)) }
    await store.settle()
    #expect(store.savedText == "s")
    await bench.clock.advance(by: .seconds(5))
    #expect(store.savedText == "swi")
    store.send(.typed("swift"))
    await store.send(.closed).value
    #expect(store.savedText == "swift")
    #expect(store.runningTaskCount == 0)
  }

  // MARK: A socket

  private struct Chat {
    var messages: [String] = []
    var isConnected = false
  }

  private enum ChatAction: Sendable {
    case connect
    case received(String)
    case say(String)
    case disconnect
  }

  /// A connection whose first stream breaks.
  private actor Socket {
    private struct Broken: Error {}

    private var connections = 0
    private var continuation: AsyncThrowingStream<String, any Error>.Continuation?

    func open() -> AsyncThrowingStream<String, any Error> {
      connections += 1
      let (stream, continuation) = AsyncThrowingStream.makeStream(of: String.self)
      continuation.yield("hello \(connections)")
      if connections == 1 { continuation.finish(throwing: Broken()) }
      self.continuation = continuation
      return stream
    }

    func send(_ text: String) throws {
      continuation?.yield("echo of \(text)")
    }
  }

  @Test func `read from a socket, and connect again`() async {
    let socket = Socket()
    let store = Store(initialState: Chat(), options: bench.options) { (state: inout Chat, action: ChatAction) in
      switch action {
      case .connect:
        state.isConnected = true
        return .stream(id: "socket") { await socket.open().map { ChatAction.received($0) } }
          .retry(RetryPolicy(attempts: .max, delay: .seconds(1), cap: .seconds(30)))
      case .received(let text): state.messages.append(text)
      case .say(let text): return .run { _ in try await socket.send(text) }
      case .disconnect:
        state.isConnected = false
        return .cancel(id: "socket")
      }
      return .none
    }
    store.send(.connect)
    await bench.clock.advance(by: .seconds(1))
    store.send(.say("hi"))
    await store.settle()
    #expect(store.messages == ["hello 1", "hello 2", "echo of hi"])
    store.send(.disconnect)
    store.send(.say("hi"))
    await store.settle()
    #expect(store.messages.count == 3)
    #expect(store.runningTaskCount == 0)
  }

  // MARK: Callbacks

  private final class Tracker: Sendable {
    private let move: @Sendable (Int) -> Void

    init(_ move: @escaping @Sendable (Int) -> Void) {
      self.move = move
    }

    func start() {
      for position in 1...3 { move(position) }
    }

    func stop() {}
  }

  private enum TrackAction: Sendable {
    case track
    case moved(Int)
  }

  @Test func `bring what a delegate or a callback says`() async {
    let store = Store(initialState: [], options: bench.options) { (positions: inout [Int], action: TrackAction) in
      switch action {
      case .track:
        return .stream(id: "track") {
          AsyncStream { continuation in
            let tracker = Tracker { position in continuation.yield(TrackAction.moved(position)) }
            continuation.onTermination = { _ in tracker.stop() }
            tracker.start()
          }
        }
      case .moved(let position): positions.append(position)
      }
      return .none
    }
    store.send(.track)
    await store.settle()
    #expect(store.state == [1, 2, 3])
    #expect(store.isTaskRunning(id: "track"))
  }

  // MARK: Screens

  private enum ScreenAction: Sendable {
    case appeared
    case disappeared
    case count(Int)
    case name(String)
  }

  @Test func `begin when a screen appears, and end when it disappears`() async {
    @Sendable func fetchCount() async throws -> Int { 3 }
    @Sendable func names() -> AsyncStream<ScreenAction> { AsyncStream { $0.yield(.name("Alice")) } }
    let store = Store(initialState: "", options: bench.options) { (state: inout String, action: ScreenAction) in
      switch action {
      case .appeared:
        return .merge(
          .poll(every: .seconds(30), id: "count") { .count(try await fetchCount()) },
          .stream(id: "names") { names() }
        )
      case .disappeared: return .cancel(ids: ["count", "names"])

      case .count(let count): state += "\(count)"
      case .name(let name): state += name
      }
      return .none
    }
    for _ in 1...2 {
      store.send(.appeared)
      await store.settle()
      #expect(store.runningTaskCount == 2)
      store.send(.disappeared)
      #expect(store.runningTaskCount == 0)
    }
    #expect(store.state.count == 12)
  }
}
