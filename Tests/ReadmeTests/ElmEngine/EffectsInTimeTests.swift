#if Exhaustive
import ElmEngine
import StoreTesting
import Testing

// Every policy, edge and modifier of StoreCore's guide to effects in time.

private enum FeedAction: Sendable {
  case open(Int)
  case like(Int)
  case refresh
  case upload(Int)
  case thumbnail(Int)
  case preview(Int)
  case export(Int)
  case print(Int)
  case vote(Int)
  case buy(Int)
  case scroll(Int)
  case report(Int)
  case search(String)
  case save(Int)
  case hide, load
  case watch(AsyncStream<FeedAction>)
  case clock, mail, greet, fade
  case leave
  case done(String)
}

/// Requests that take a second on the clock of the test; the feed is refused once and slow once.
private actor Server {
  private struct Refused: Error {}

  private let clock: TestClock
  private var attempts = 0

  init(clock: TestClock) {
    self.clock = clock
  }

  func load(_ what: String) async throws -> String {
    guard what == "feed" else {
      try await clock.sleep(for: .seconds(1))
      return what
    }
    attempts += 1
    switch attempts {
    case 1: throw Refused()
    case 2: try await clock.sleep(for: .seconds(60))
    default: break
    }
    return "feed at attempt \(attempts)"
  }
}

@MainActor
@Suite struct EffectsInTimeTests {
  private let executor = TestExecutor()
  private let clock: TestClock
  private let server: Server

  init() {
    clock = TestClock(executor: executor)
    server = Server(clock: clock)
  }

  /// A store with the guide's function, whose state lists the results.
  private func store() -> Store<[String], FeedAction> {
    let server = server
    @Sendable func load(_ what: String) async throws -> String { try await server.load(what) }

    func effect(of action: FeedAction) -> EffectProgram<FeedAction> {
      switch action {
      // Policies.
      case .open(let page):  // a newer page takes the place of the one before
        .task(EffectOptions(id: "page")) { .done(try await load("page \(page)")) }
      case .like(let post):  // likes run beside each other, and one cancel takes them all
        .task(EffectOptions(id: "like", policy: .concurrent)) { .done(try await load("like \(post)")) }
      case .refresh:  // one refresh is enough: another one is refused while it runs
        .task(EffectOptions(id: "refresh", policy: .keepRunning)) { .done(try await load("refresh")) }
      case .upload(let photo):  // one after another; two may wait, and more are refused
        .task(EffectOptions(id: "upload", policy: .queue(limit: 2))) { .done(try await load("photo \(photo)")) }
      case .thumbnail(let photo):  // two at a time; the others wait in order
        .task(EffectOptions(id: "thumbnail", policy: .atMost(2, .oldestFirst))) {
          .done(try await load("thumbnail \(photo)"))
        }
      case .export(let photo):  // two at a time; a third is refused
        .task(EffectOptions(id: "export", policy: .atMost(2, waiting: 0))) { .done(try await load("export \(photo)")) }
      case .print(let photo):  // two at a time; one more may wait, and more are refused
        .task(EffectOptions(id: "print", policy: .atMost(2, waiting: 1))) { .done(try await load("print \(photo)")) }
      case .preview(let photo):  // two at a time; the oldest is cancelled for a third
        .task(EffectOptions(id: "preview", policy: .atMost(2, .newestWins))) {
          .done(try await load("preview \(photo)"))
        }

      // Modifiers.
      case .search(let text):  // once nothing more was typed for a while
        .task { .done(try await load("results for \(text)")) }.debounce(id: "search", for: .milliseconds(300))
      case .save(let draft):  // at once, and then at most every five seconds, with the newest draft
        .task { .done(try await load("saved \(draft)")) }.throttle(id: "save", for: .seconds(5), edges: .both)
      case .vote(let post):  // at once, and then at most every five seconds, with the first vote that was held back
        .task { .done(try await load("vote \(post)")) }.throttle(id: "vote", for: .seconds(5), edges: .bothKeepingFirst)
      case .buy(let item):  // at once; what is bought within the five seconds after it is refused
        .task { .done(try await load("bought \(item)")) }.throttle(id: "buy", for: .seconds(5), edges: .leading)
      case .scroll(let place):  // every five seconds, with the newest place
        .task { .done(try await load("place \(place)")) }.throttle(id: "place", for: .seconds(5), edges: .trailing)
      case .report(let crash):  // every five seconds, with the first crash
        .task { .done(try await load("crash \(crash)")) }
          .throttle(id: "report", for: .seconds(5), edges: .trailingKeepingFirst)
      case .hide:  // later
        .task(EffectOptions(id: "hide")) { .done("hidden") }.delay(for: .seconds(3))
      case .load:  // three attempts, each of which may take two seconds
        .task(EffectOptions(id: "load")) { .done(try await load("feed")) }
          .timeout(after: .seconds(2))
          .retry(RetryPolicy(attempts: 3, delay: .seconds(1), cap: .seconds(5), jitter: 0.5, seed: 1))
          .catch { _ in .emit(.done("no feed")) }
      case .watch(let likes):  // a stream, at most one element each second
        .stream(likes, EffectOptions(id: "likes"), rate: .throttle(for: .seconds(1)))

      // Again and again.
      case .clock:  // each second, without drift
        .timer(every: .seconds(1), id: "clock") { .done("tick") }
      case .mail:  // now, and then each half minute
        .poll(every: .seconds(30), id: "mail") { .done(try await load("mail")) }
      case .greet:  // an operation that waits by itself
        .run { send in
          try await send.clock.sleep(for: .seconds(2))
          send(.done("hello"))
        }
      case .fade:  // the same where there is no `send`
        .task {
          try await EffectClock.current.sleep(for: .seconds(2))
          return .done("faded")
        }

      case .leave: .cancel(.all)
      case .done: .none
      }
    }

    return Store(initialState: [], options: StoreOptions(executor: executor, clock: clock)) {
      (state: inout [String], action: FeedAction) in
      if case .done(let what) = action { state.append(what) }
      return .program(effect(of: action))
    }
  }

  @Test func `policies`() async {
    let store = store()
    for number in 1...4 {
      for action: FeedAction in [
        .open(number), .like(number), .refresh, .upload(number), .thumbnail(number), .export(number), .print(number),
        .preview(number),
      ] {
        store.send(action)
      }
    }
    #expect(store.runtime.waitingEffects.map(\.id) == ["upload", "upload", "thumbnail", "print", "thumbnail"])
    await clock.advance(by: .seconds(1))
    #expect(
      store.state.sorted() == [
        "export 1", "export 2", "like 1", "like 2", "like 3", "like 4", "page 4", "photo 1", "preview 3", "preview 4",
        "print 1", "print 2", "refresh", "thumbnail 1", "thumbnail 2",
      ]
    )
    await clock.runUntilIdle()
    #expect(store.state.dropFirst(15).sorted() == ["photo 2", "photo 3", "print 3", "thumbnail 3", "thumbnail 4"])
    #expect(store.runningTaskCount == 0)
  }

  @Test func `modifiers`() async {
    let store = store()
    store.send(.search("s"))
    store.send(.save(1))
    store.send(.save(2))
    for vote in 1...3 { store.send(.vote(vote)) }
    store.send(.hide)
    await clock.advance(by: .milliseconds(200))
    store.send(.search("sw"))
    await clock.advance(by: .seconds(2))
    #expect(store.state == ["saved 1", "vote 1", "results for sw"])
    await clock.runUntilIdle()
    #expect(store.state == ["saved 1", "vote 1", "results for sw", "hidden", "saved 2", "vote 2"])
    #expect(clock.now.offset == .seconds(10))
  }

  @Test func `the edges of a throttle`() async {
    let store = store()
    for number in 1...3 {
      for action: FeedAction in [.buy(number), .scroll(number), .report(number)] { store.send(action) }
    }
    await clock.advance(by: .seconds(2))
    #expect(store.state == ["bought 1"])
    await clock.advance(by: .seconds(4))
    #expect(store.state.sorted() == ["bought 1", "crash 1", "place 3"])
    #expect(store.runningTaskCount == 0)
  }

  @Test func `timers and polls`() async {
    let store = store()
    store.send(.clock)
    store.send(.mail)
    store.send(.greet)
    store.send(.fade)
    await clock.advance(by: .seconds(3))
    #expect(store.state.sorted() == ["faded", "hello", "mail", "tick", "tick", "tick"])
    store.cancel(id: "clock")
    await clock.advance(by: .seconds(28))
    #expect(store.state.count { $0 == "mail" } == 2)
    store.send(.leave)
    #expect(store.runningTaskCount == 0)
  }

  @Test func `attempts`() async {
    let store = store()
    store.send(.load)
    await clock.runUntilIdle()
    #expect(store.state == ["feed at attempt 3"])
    // Two waits of at most one and two seconds, and an attempt that took too long.
    #expect(clock.now.offset > .milliseconds(3_500) && clock.now.offset <= .seconds(5))
  }

  @Test func `several operations under one name`() async {
    let store = store()
    let server = server
    let text = "sw"
    @Sendable func load(_ what: String) async throws -> String { try await server.load(what) }

    let search = EffectProgram<FeedAction>.sequence([
      .task { .done(try await load("results for \(text)")) },
      .task { .done(try await load("pictures for \(text)")) },
    ])
    .cancellable(id: "search")

    store.launch(search)
    await clock.advance(by: .seconds(1))
    #expect(store.state == ["results for sw"])
    #expect(store.isTaskRunning(id: "search"))
    store.cancel("search")
    await clock.advance(by: .seconds(1))
    #expect(store.state == ["results for sw"])

    store.launch(search)
    await clock.advance(by: .seconds(2))
    #expect(store.state.dropFirst() == ["results for sw", "pictures for sw"])
    #expect(!store.isTaskRunning(id: "search"))
  }

  @Test func `a stream`() async {
    let store = store()
    let (likes, continuation) = AsyncStream.makeStream(of: FeedAction.self)
    store.send(.watch(likes))
    for number in 1...5 { continuation.yield(.done("\(number) likes")) }
    await clock.advance(by: .seconds(1))
    #expect(store.state == ["1 likes", "5 likes"])
    store.send(.leave)
    #expect(store.runningTaskCount == 0)
  }
}
#endif
