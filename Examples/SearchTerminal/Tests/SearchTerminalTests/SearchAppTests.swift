import EffectViewEngine
import ElmEngine
import FeatureEngine
import StoreTesting
import Testing

@testable import SearchTerminal

@MainActor
@Suite struct SearchAppTests {
  private let bench = TestBench()

  private var folder: FakeFolder {
    FakeFolder(
      files: [("a.txt", "one\nswift\ntwo"), ("b.txt", "swim\nSWIFT"), ("c.txt", "nothing")],
      readTime: .milliseconds(10),
      clock: bench.clock
    )
  }

  private func makeApp(folder: FakeFolder? = nil, limit: Int = 10) -> (SearchApp, AsyncStream<Key>.Continuation) {
    let (keys, keyboard) = AsyncStream.makeStream(of: Key.self)
    let app = SearchApp(
      folder: folder ?? self.folder,
      keys: keys,
      debounce: .milliseconds(100),
      limit: limit,
      options: bench.options
    )
    app.prompt.send(.follow)
    return (app, keyboard)
  }

  private func type(_ text: String, on keyboard: AsyncStream<Key>.Continuation) {
    for character in text { keyboard.yield(.character(character)) }
  }

  @Test func `keys become a text, a search and results`() async {
    let (app, keyboard) = makeApp()
    type("swift", on: keyboard)
    await bench.clock.advance(by: .milliseconds(99))
    #expect(app.prompt.state.text == "swift")
    #expect(app.finder.state.finding == Finding(query: "swift", isComplete: false))
    await bench.clock.advance(by: .milliseconds(11))
    #expect(app.results.state.finding.status == "Searching… 1 hit in 1 file")
    await bench.clock.advance(by: .milliseconds(20))
    #expect(app.results.state.finding.hits.map(\.description) == ["a.txt:2: swift", "b.txt:2: SWIFT"])
    #expect(app.results.state.finding.status == "2 hits in 3 files")
    #expect(app.preview.store?.lines == ["one", "swift", "two"])
  }

  @Test func `a newer text replaces the search for the one before`() async {
    let (app, keyboard) = makeApp()
    type("swi", on: keyboard)
    await bench.clock.advance(by: .milliseconds(110))
    #expect(app.finder.state.finding.hits.count == 1)
    type("m", on: keyboard)
    await bench.clock.advance(by: .milliseconds(200))
    #expect(app.results.state.finding.query == "swim")
    #expect(app.results.state.finding.hits.map(\.path) == ["b.txt"])
  }

  @Test func `an empty text ends the search`() async {
    let (app, keyboard) = makeApp()
    type("swift", on: keyboard)
    await bench.clock.advance(by: .milliseconds(110))
    keyboard.yield(.clear)
    await bench.clock.advance(by: .seconds(1))
    #expect(!app.finder.isTaskRunning(id: "search"))
    #expect(app.results.state.finding == Finding())
    #expect(app.preview.store == nil)
  }

  @Test func `an undo brings back the text and its results`() async {
    let (app, keyboard) = makeApp()
    type("swift", on: keyboard)
    await bench.clock.advance(by: .seconds(1))
    keyboard.yield(.clear)
    await bench.clock.advance(by: .seconds(1))
    keyboard.yield(.undo)
    await bench.clock.advance(by: .seconds(1))
    #expect(app.prompt.state.text == "swift")
    #expect(app.results.state.finding.status == "2 hits in 3 files")
  }

  @Test func `a search stops at the limit`() async {
    let (app, keyboard) = makeApp(limit: 1)
    type("swi", on: keyboard)
    await bench.clock.advance(by: .seconds(1))
    #expect(app.results.state.finding.status == "1 hit in 1 file")
    #expect(!app.finder.isTaskRunning(id: "search"))
  }

  @Test func `arrows move in the results once they have the focus`() async {
    let (app, keyboard) = makeApp()
    type("swift", on: keyboard)
    await bench.clock.advance(by: .seconds(1))
    keyboard.yield(.enter)
    for key in [Key.down, .down, .up, .down] { keyboard.yield(key) }
    await bench.clock.advance(by: .seconds(1))
    #expect(app.prompt.state.focus == .results)
    #expect(app.results.state.selection == 1)
    #expect(app.preview.store?.lines == ["swim", "SWIFT"])
  }

  @Test func `a preview ends with the selection of its hit`() async throws {
    let (app, keyboard) = makeApp()
    type("swift", on: keyboard)
    await bench.clock.advance(by: .seconds(1))
    let first = try #require(app.preview.store)
    keyboard.yield(.enter)
    keyboard.yield(.down)
    await app.prompt.settle()
    let second = try #require(app.preview.store)
    #expect(second !== first)
    #expect(second.lines == [])
    keyboard.yield(.up)
    await bench.clock.advance(by: .seconds(1))
    #expect(second.lines == [])
    #expect(app.preview.store?.lines == ["one", "swift", "two"])
  }

  @Test func `the screen is drawn for changes, and ends with the app`() async throws {
    let (app, keyboard) = makeApp()
    let size = ScreenSize(columns: 20, rows: 9)
    var screens = ObservedValues { app.screen(size: size) }.makeAsyncIterator()
    #expect(await screens.next()??.lines.prefix(2) == ["Search: ", "Type to search."])
    type("swift", on: keyboard)
    await bench.clock.advance(by: .seconds(1))
    let screen = try #require(await screens.next())
    #expect(
      screen?.lines.dropLast() == [
        "Search: swift", "2 hits in 3 files", "▶ a.txt:2: swift", "  b.txt:2: SWIFT", "─────", "one", "swift", "two",
      ]
    )
    keyboard.yield(.interrupt)
    await app.prompt.settle()
    #expect(app.screen(size: size) == nil)
  }

  @Test func `a folder that cannot be listed is told of`() async {
    var missing = folder
    missing.isMissing = true
    let (app, keyboard) = makeApp(folder: missing)
    type("s", on: keyboard)
    await bench.clock.advance(by: .seconds(1))
    #expect(app.results.state.finding.status == "Failed: Unreadable()")
  }

  @Test(arguments: [(Key.interrupt, Prompt.Ending.interrupted), (.endOfInput, .quit)])
  func `keys that end the app end its reading of the keyboard`(key: Key, ending: Prompt.Ending) async {
    let (app, keyboard) = makeApp()
    keyboard.yield(key)
    await app.prompt.settle()
    #expect(app.prompt.state.ending == ending)
    #expect(!app.prompt.isTaskRunning(id: "keyboard"))
  }

  @Test func `a q is a letter of the text and ends the app from the results`() async {
    let (app, keyboard) = makeApp()
    type("q", on: keyboard)
    await app.prompt.settle()
    #expect(app.prompt.state.text == "q")
    #expect(app.prompt.state.ending == nil)
    keyboard.yield(.enter)
    type("q", on: keyboard)
    await app.prompt.settle()
    #expect(app.prompt.state.ending == .quit)
  }

  @Test func `the end of the keyboard ends the app`() async {
    let (app, keyboard) = makeApp()
    keyboard.finish()
    await app.prompt.settle()
    #expect(app.prompt.state.ending == .quit)
  }
}
