import ElmEngine
import StoreTesting
import Testing

// Recipes of the cookbook: requests.

@MainActor
@Suite struct RequestRecipesTests {
  private let bench = TestBench(isTraced: false)

  // MARK: Search

  private struct Search {
    var text = ""
    var results: [String] = []
  }

  private enum SearchAction: Sendable {
    case typed(String)
    case found([String])
  }

  @Test func `search as the user types`() async {
    let store = Store(initialState: Search(), options: bench.options) { (state: inout Search, action: SearchAction) in
      switch action {
      case .typed(let text):
        state.text = text
        state.results = []
        if text.isEmpty { return .cancel(id: "search") }
        return .task { .found(try await search(text)) }
          .debounce(id: "search", for: .milliseconds(300))
      case .found(let results): state.results = results
      }
      return .none
    }
    for text in ["s", "sw", "swift"] {
      store.send(.typed(text))
      await bench.clock.advance(by: .milliseconds(200))
    }
    #expect(store.results.isEmpty)
    await bench.clock.advance(by: .milliseconds(100))
    #expect(store.results == ["swift"])
    store.send(.typed("swift"))
    store.send(.typed(""))
    #expect(store.runningTaskCount == 0)
  }

  // MARK: Taps

  private enum PayAction: Equatable, Sendable {
    case pay
    case paid(Int)
    case tappedTwice
  }

  @Test func `refuse a second tap`() async {
    @Sendable func pay() async throws -> Int { 9 }
    let store = Store(initialState: [], options: bench.options) { (state: inout [PayAction], action: PayAction) in
      switch action {
      case .pay:
        return .task(id: "pay") { .paid(try await pay()) }
          .policy(.keepRunning)
          .onRefused { .tappedTwice }
      case .paid, .tappedTwice: state.append(action)
      }
      return .none
    }
    store.send(.pay)
    store.send(.pay)
    await store.settle()
    #expect(store.state == [.tappedTwice, .paid(9)])
  }

  // MARK: A queue

  private enum PostAction: Equatable, Sendable {
    case post(Int)
    case posted(Int)
    case notPosted(Int)
  }

  @Test func `one request after another`() async {
    let clock = bench.clock
    @Sendable func post(_ number: Int) async throws -> Int {
      try await clock.sleep(for: .seconds(1))
      return number
    }
    let store = Store(initialState: [], options: bench.options) { (state: inout [PostAction], action: PostAction) in
      switch action {
      case .post(let text):
        return .task(id: "posts") { .posted(try await post(text)) }
          .policy(.queue(limit: 10))
          .onRefused { .notPosted(text) }

      case .posted, .notPosted: state.append(action)
      }
      return .none
    }
    for number in 1...12 { store.send(.post(number)) }
    await clock.advance(by: .seconds(2))
    #expect(store.state == [.notPosted(12), .posted(1), .posted(2)])
    store.cancel(id: "posts")
    #expect(store.runningTaskCount == 0)
  }

  // MARK: Two at once

  private struct Profile: Equatable, Sendable {
    var user = ""
    var posts: [String] = []
  }

  private enum ProfileAction: Sendable {
    case load
    case loaded(String, [String])
  }

  @Test func `load two things at once`() async {
    let clock = bench.clock
    @Sendable func fetchUser() async throws -> String {
      try await clock.sleep(for: .seconds(1))
      return "Alice"
    }
    @Sendable func fetchPosts() async throws -> [String] {
      try await clock.sleep(for: .seconds(1))
      return ["Hello"]
    }
    let store = Store(initialState: Profile(), options: bench.options) {
      (state: inout Profile, action: ProfileAction) in
      switch action {
      case .load:
        return .task(id: "load") {
          async let user = fetchUser()
          async let posts = fetchPosts()
          return .loaded(try await user, try await posts)
        }
      case .loaded(let user, let posts): state = Profile(user: user, posts: posts)
      }
      return .none
    }
    store.send(.load)
    await clock.advance(by: .seconds(1))
    #expect(store.state == Profile(user: "Alice", posts: ["Hello"]))
  }

  // MARK: Attempts

  private struct Feed {
    var posts: [String] = []
    var error: String?
  }

  private enum FeedAction: Sendable {
    case load
    case loaded([String])
    case failed(String)
  }

  private struct Offline: Error {}

  @Test(arguments: [1, 3])
  func `try again, and show the last error`(successfulAttempt: Int) async {
    let attempts = Attempts()
    @Sendable func fetchPosts() async throws -> [String] {
      guard await attempts.next() > successfulAttempt else { throw Offline() }
      return ["Hello"]
    }
    let store = Store(initialState: Feed(), options: bench.options) { (state: inout Feed, action: FeedAction) in
      switch action {
      case .load:
        state.error = nil
        return .task(id: "load") { .loaded(try await fetchPosts()) }
          .timeout(after: .seconds(2))
          .retry(RetryPolicy(attempts: 3, delay: .seconds(1), cap: .seconds(5), jitter: 0.5))
          .catch { error in .failed("\(error)") }
      case .loaded(let posts): state.posts = posts
      case .failed(let reason): state.error = reason
      }
      return .none
    }
    store.send(.load)
    await bench.clock.runUntilIdle()
    #expect(store.error == (successfulAttempt == 1 ? nil : "Offline()"))
    store.send(.load)
    await bench.clock.runUntilIdle()
    #expect(store.error == nil)
    #expect(store.posts == ["Hello"])
  }

  private actor Attempts {
    private var count = 0

    func next() -> Int {
      count += 1
      return count
    }
  }

  // MARK: A poll

  private enum PollAction: Equatable, Sendable {
    case watch
    case load
    case loaded(Int)
    case failed(String)
    case stop
  }

  @Test func `poll, with a timeout for each request`() async {
    let clock = bench.clock
    let attempts = Attempts()
    @Sendable func fetch() async throws -> Int {
      let attempt = await attempts.next()
      try await clock.sleep(for: attempt == 2 ? .seconds(9) : .seconds(1))
      return attempt
    }
    let store = Store(initialState: [], options: bench.options) { (state: inout [PollAction], action: PollAction) in
      switch action {
      case .watch: return .merge(.send(.load), .timer(every: .seconds(30), id: "watch") { .load })
      case .load:
        return .task(id: "load") { .loaded(try await fetch()) }
          .timeout(after: .seconds(5))
          .catch { error in .failed("\(error)") }
      case .stop: return .cancel(ids: ["watch", "load"])

      case .loaded, .failed: state.append(action)
      }
      return .none
    }
    store.send(.watch)
    await clock.advance(by: .seconds(65))
    #expect(store.state == [.loaded(1), .failed("The effect did not end within 5.0 seconds."), .loaded(3)])
    store.send(.stop)
    #expect(store.runningTaskCount == 0)
  }

  // MARK: Pages

  private struct Page: Equatable, Sendable {
    var items: [Int]
    var next: Int?
  }

  private struct Pages {
    var items: [Int] = []
    var next: Int? = 0
  }

  private enum PagesAction: Sendable {
    case reachedEnd
    case loaded(Page)
    case refresh
  }

  @Test func `load the next page`() async {
    @Sendable func fetchPage(_ number: Int) async throws -> Page {
      Page(items: [2 * number, 2 * number + 1], next: number == 1 ? nil : number + 1)
    }
    let store = Store(initialState: Pages(), options: bench.options) { (state: inout Pages, action: PagesAction) in
      switch action {
      case .reachedEnd:
        guard let next = state.next else { return .none }
        return .task(id: "page") { .loaded(try await fetchPage(next)) }.policy(.keepRunning)
      case .loaded(let page):
        state.items += page.items
        state.next = page.next
      case .refresh:
        state = Pages()
        return .sequence(.cancel(id: "page"), .send(.reachedEnd))
      }
      return .none
    }
    store.send(.reachedEnd)
    store.send(.reachedEnd)  // refused: this page is on its way
    await store.settle()
    #expect(store.items == [0, 1])
    await store.send(.reachedEnd).value
    await store.send(.reachedEnd).value
    #expect(store.items == [0, 1, 2, 3])
    await store.perform(.refresh)
    #expect(store.items == [0, 1])
  }

  // MARK: Optimistic updates

  private struct Likes: Equatable {
    var shown: [String: Bool] = [:]
    var confirmed: [String: Bool] = [:]
  }

  private enum LikesAction: Sendable {
    case like(String, Bool)
    case confirmed(String, Bool)
    case failed(String)
  }

  @Test func `show a change before the server has confirmed it`() async {
    @Sendable func setLike(_ post: String, _ isLiked: Bool) async throws {
      if post == "refused" { throw Offline() }
    }
    let store = Store(initialState: Likes(), options: bench.options) { (state: inout Likes, action: LikesAction) in
      switch action {
      case .like(let post, let isLiked):
        state.shown[post] = isLiked
        return .task(id: post) {
          try await setLike(post, isLiked)
          return .confirmed(post, isLiked)
        }
        .catch { _ in .failed(post) }
      case .confirmed(let post, let isLiked): state.confirmed[post] = isLiked
      case .failed(let post): state.shown[post] = state.confirmed[post]
      }
      return .none
    }
    store.send(.like("first", true))
    store.send(.like("refused", true))
    #expect(store.shown == ["first": true, "refused": true])
    await store.settle()
    #expect(store.state == Likes(shown: ["first": true], confirmed: ["first": true]))
  }

  // MARK: Steps

  private enum PublishAction: Equatable, Sendable {
    case publish(String)
    case uploaded(String)
    case announced(String)
    case failed(String)
  }

  @Test(arguments: ["a", "refused"])
  func `one step after another`(text: String) async {
    @Sendable func upload(_ text: String) async throws -> String {
      if text == "refused" { throw Offline() }
      return text
    }
    @Sendable func announce(_ text: String) async throws -> String { text }
    let store = Store(initialState: [], options: bench.options) {
      (state: inout [PublishAction], action: PublishAction) in
      switch action {
      case .publish(let text):
        return .sequence(
          .task { .uploaded(try await upload(text)) },
          .task { .announced(try await announce(text)) }  // begins when '.uploaded' was handled
        )
        .catch { error in .failed("\(error)") }
        .cancellable(id: "publish")

      case .uploaded, .announced, .failed: state.append(action)
      }
      return .none
    }
    await store.perform(.publish(text))
    #expect(store.state == (text == "a" ? [.uploaded("a"), .announced("a")] : [.failed("Offline()")]))
  }
}
