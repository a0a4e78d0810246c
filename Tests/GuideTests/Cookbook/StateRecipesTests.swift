import ElmEngine
import StoreTesting
import Testing

// Recipes of the cookbook: values of a state, and of several stores.

@MainActor
@Suite struct StateRecipesTests {
  private let bench = TestBench(isTraced: false)

  private struct Refused: Error {}

  // MARK: Two values

  private struct Temperature: Equatable {
    var celsius = 0.0
    var fahrenheit = 32.0
  }

  private enum TemperatureAction: Sendable {
    case celsius(Double)
    case fahrenheit(Double)
  }

  @Test func `two values of a state that follow each other`() {
    let store = Store(initialState: Temperature()) { (state: inout Temperature, action: TemperatureAction) in
      switch action {
      case .celsius(let degrees): state = Temperature(celsius: degrees, fahrenheit: degrees * 9 / 5 + 32)
      case .fahrenheit(let degrees): state = Temperature(celsius: (degrees - 32) * 5 / 9, fahrenheit: degrees)
      }
      return .none
    }
    store.send(.celsius(100))
    #expect(store.fahrenheit == 212)
    store.send(.fahrenheit(32))
    #expect(store.celsius == 0)
  }

  private func makeText() -> Store<String, String> {
    Store(initialState: "") { (state: inout String, text: String) in
      state = text
      return .none
    }
  }

  @Test func `two stores that follow each other come to the newest value`() async {
    let (first, second) = (makeText(), makeText())
    first.subscribe { [weak second] text in
      if let second, second.state != text { second.send(text) }
    }
    second.subscribe { [weak first] text in
      if let first, first.state != text { first.send(text) }
    }
    for text in ["s", "sw", "swift"] { first.send(text) }
    second.send("swift ui")
    await first.settle()
    await second.settle()
    #expect([first.state, second.state] == ["swift ui", "swift ui"])
  }

  // MARK: A form

  private struct SignUp {
    var name = ""
    var password = ""
    var isFree: Bool?
    var isDone = false

    var canSubmit: Bool { isFree == true && password.count >= 8 }
  }

  private enum SignUpAction: Sendable {
    case name(String)
    case password(String)
    case checked(isFree: Bool)
    case submit
    case submitted
  }

  @Test func `check a form`() async {
    @Sendable func isFree(_ name: String) async throws -> Bool { name != "taken" }
    @Sendable func signUp(_ name: String, _ password: String) async throws {}
    let store = Store(initialState: SignUp(), options: bench.options) { (form: inout SignUp, action: SignUpAction) in
      switch action {
      case .name(let name):
        (form.name, form.isFree) = (name, nil)
        return .task { .checked(isFree: try await isFree(name)) }.debounce(id: "check", for: .milliseconds(300))
      case .password(let password): form.password = password
      case .checked(let isFree): form.isFree = isFree
      case .submit:
        guard form.canSubmit else { return .none }
        let (name, password) = (form.name, form.password)
        return .run(id: "submit") { send in
          try await signUp(name, password)
          send(.submitted)
        }
        .policy(.keepRunning)
      case .submitted: form.isDone = true
      }
      return .none
    }
    store.send(.password("12345678"))
    for name in ["taken", "free"] {
      store.send(.name(name))
      await store.perform(.submit)
      #expect(!store.isDone)
      await bench.clock.advance(by: .milliseconds(300))
      #expect(store.canSubmit == (name == "free"))
      await store.perform(.submit)
    }
    #expect(store.isDone)
  }

  // MARK: A session

  private struct Session: Equatable {
    var user: String?
    var error: String?
    var news: [String] = []
  }

  private enum SessionAction: Sendable {
    case logIn(name: String, password: String)
    case loggedIn(String)
    case failed(String)
    case news(String)
    case logOut
  }

  private struct Server: Sendable {
    func logIn(_ name: String, _ password: String) async throws -> String {
      guard password == "secret" else { throw Refused() }
      return name
    }

    func logOut(_ user: String) async throws {}

    func news(for user: String) -> AsyncStream<SessionAction> {
      AsyncStream { $0.yield(.news("for \(user)")) }
    }
  }

  @Test func `log in, and log out`() async {
    let server = Server()
    let store = Store(initialState: Session(), options: bench.options) {
      (session: inout Session, action: SessionAction) in
      switch action {
      case .logIn(let name, let password):
        session.error = nil
        return .task(id: "login") { .loggedIn(try await server.logIn(name, password)) }
          .policy(.keepRunning)
          .catch { error in .failed("\(error)") }
      case .loggedIn(let user):
        session.user = user
        return .stream(id: "news") { server.news(for: user) }
      case .failed(let reason): session.error = reason
      case .news(let news): session.news.append(news)

      case .logOut:
        guard let user = session.user else { return .none }
        session = Session()  // nothing of the user is left
        return .sequence(.cancel(.all), .run { _ in try await server.logOut(user) })
      }
      return .none
    }
    store.send(.logIn(name: "Alice", password: ""))
    await store.settle()
    #expect(store.state == Session(error: "Refused()"))
    store.send(.logIn(name: "Alice", password: "secret"))
    await store.settle()
    #expect(store.state == Session(user: "Alice", news: ["for Alice"]))
    store.send(.logOut)
    #expect(!store.isTaskRunning(id: "news"))
    #expect(store.runningTaskCount == 1)
    await store.settle()
    #expect(store.state == Session())
  }

  // MARK: A shared value

  private struct Settings {
    var language = "en"
  }

  private func makeSettings() -> Store<Settings, String> {
    Store(initialState: Settings()) { (settings: inout Settings, language: String) in
      settings.language = language
      return .none
    }
  }

  private struct Feed {
    var language = ""
  }

  private enum FeedAction: Sendable {
    case languageChanged(String)
  }

  @Test func `share a value between stores`() async {
    let settings = makeSettings()
    let feed = Store(initialState: Feed(), options: bench.options) { (feed: inout Feed, action: FeedAction) in
      if case .languageChanged(let language) = action { feed.language = language }
      return .none
    }
    feed.launch(.stream(settings.values(of: \.language).map { .languageChanged($0) }, id: "language"))
    await feed.settle()
    #expect(feed.language == "en")
    settings.send("de")
    await feed.settle()
    #expect(feed.language == "de")
  }

  // MARK: Dependencies

  private struct API: Sendable {
    var fetchUser: @Sendable (Int) async throws -> String

    static let live = API { id in "user \(id)" }
  }

  private struct Profile {
    var name = ""
  }

  private enum ProfileAction: Sendable {
    case load(Int)
    case loaded(String)
  }

  private func makeProfile(api: API) -> Store<Profile, ProfileAction> {
    Store(initialState: Profile(), environment: api) { (state: inout Profile, action: ProfileAction, api: API) in
      switch action {
      case .load(let id): return .task(id: "load") { .loaded(try await api.fetchUser(id)) }
      case .loaded(let name): state.name = name
      }
      return .none
    }
  }

  @Test func `give a feature its dependencies`() async {
    let live = makeProfile(api: .live)
    #expect(await live.perform(.load(1), returning: \.name) == "user 1")

    var api = API.live
    api.fetchUser = { _ in "Alice" }
    let store = makeProfile(api: api)
    let name = await store.perform(.load(1), returning: \.name)
    #expect(name == "Alice")
  }

  // MARK: Undo

  private struct Texts {
    var texts: [String] = []
    var history = History<[String]>()
  }

  private enum TextsAction: Sendable {
    case saved(Int, String)
    case uploaded
    case undo
    case redo
  }

  @Test func `undo and redo`() async {
    let clock = bench.clock
    @Sendable func upload(_ texts: [String]) async throws {
      try await clock.sleep(for: .seconds(1))
    }
    let notes = ComposedReducer { (notes: inout Texts, action: TextsAction) in
      guard case .saved(let index, let text) = action else { return .none }
      notes.texts[index] = text
      let texts = notes.texts
      return .run(id: "upload") { send in
        try await upload(texts)
        send(.uploaded)
      }
    }
    .undoable(\.texts, history: \.history) { (action: TextsAction) in
      switch action {
      case .saved: .record
      case .undo: .undo
      case .redo: .redo
      case .uploaded: .ignore
      }
    }
    let store = Store(initialState: Texts(texts: ["Milk"]), options: bench.options, reducer: notes)
    store.send(.saved(0, "Oat milk"))
    #expect(store.isTaskRunning(id: "upload"))
    store.send(.undo)
    #expect(store.texts == ["Milk"])
    #expect(!store.isTaskRunning(id: "upload"))
    store.send(.redo)
    #expect(store.texts == ["Oat milk"])
    #expect(store.history.canUndo && !store.history.canRedo)
  }

  // MARK: A path

  private enum Screen: Hashable, Sendable {
    case list
    case detail(Int)
  }

  private struct App {
    var path: [Screen] = []
    var alert: String?
  }

  private enum AppAction: Sendable {
    case open(Int)
    case pathChanged([Screen])
    case failed(String)
    case alertClosed
  }

  @Test func `push, pop and alert`() {
    let store = Store(initialState: App()) { (app: inout App, action: AppAction) in
      switch action {
      case .open(let id): app.path.append(.detail(id))
      case .pathChanged(let path): app.path = path  // the user has gone back
      case .failed(let reason): app.alert = reason
      case .alertClosed: app.alert = nil
      }
      return .none
    }
    store.send(.open(1))
    store.send(.failed("offline"))
    #expect(store.path == [.detail(1)])
    #expect(store.alert == "offline")
    store.send(.alertClosed)
    store.send(.pathChanged([]))
    #expect(store.path.isEmpty && store.alert == nil)
  }
}
