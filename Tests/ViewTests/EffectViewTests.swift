import EffectViewEngine
import StoreCore
import StoreSimulation
import SwiftUI
import Testing
import _StoreTestSupport

/// `EffectView` over the lifetime that SwiftUI gives it.
@MainActor
@Suite struct EffectViewTests {
  private let bench = TestBench()

  /// An object whose end shows that of its host.
  final class Service {
    let started = Counter()
    let cancelled = Counter()
  }

  struct Page: View {
    struct ViewState: Equatable {
      var events: [String] = []
    }

    let service: Service
    let options: StoreOptions
    @State var state = ViewState()

    static func update(state: inout ViewState, event: String) -> Effect<String, Service>? {
      state.events.append(event)
      guard event == "load" else { return nil }
      return .task(name: "load") { input, service in
        service.started.add()
        do {
          try await input.clock.sleep(for: .seconds(1))
          input("loaded")
        } catch {
          service.cancelled.add()
        }
      }
    }

    var body: some View {
      EffectView(
        state: $state,
        initialEvent: "first",
        initialEnv: service,
        options: options,
        update: Self.update
      ) { state, send in
        Text(state.events.joined(separator: " "))
        Button("Load") { send.send("load") }
      }
    }
  }

  struct Pages: View {
    let service: Service
    let options: StoreOptions
    @State private var id = 1

    var body: some View {
      Button("Next") { id += 1 }
      Page(service: service, options: options).id(id)
    }
  }

  struct Watched: View {
    let created: Created
    let options: StoreOptions
    @State private var text = ""

    var body: some View {
      EffectView(
        state: $text,
        initialEvent: "first",
        options: options,
        onCreate: { created.texts.append($0.state) },
        update: { text, event in
          text += event
          return nil as Effect<String, Void>?
        },
        content: { text, input in
          Button(text) { input.send("!") }
        }
      )
    }
  }

  @MainActor
  final class Created {
    var texts: [String] = []
  }

  @Test func `a host is given to its maker once, before it appears`() throws {
    let created = Created()
    let window = HeadlessWindow { Watched(created: created, options: bench.options) }
    try window.tap("first")
    window.update()
    #expect(window.texts.contains("first!"))
    #expect(created.texts == [""])
  }

  @Test func `the initial event is handled once for each identity`() async throws {
    let service = Service()
    let window = HeadlessWindow { Pages(service: service, options: bench.options) }
    #expect(window.texts.contains("first"))
    try window.tap("Load")
    window.update()
    #expect(window.texts.contains("first load"))
    await bench.clock.advance(by: .seconds(1))
    window.update()
    #expect(window.texts.contains("first load loaded"))
    try window.tap("Next")
    window.update()
    #expect(window.texts.contains("first"))
    #expect(window.messages == [])
  }

  @Test func `another id is another host, and the old one's tasks are cancelled`() async throws {
    let service = Service()
    let window = HeadlessWindow { Pages(service: service, options: bench.options) }
    try window.tap("Load")
    window.update()
    await bench.executor.settle()
    #expect(service.started.value == 1)
    try window.tap("Next")
    window.update()
    await bench.clock.advance(by: .seconds(2))
    #expect(service.cancelled.value == 1)
    window.update()
    #expect(window.texts.contains("first"))
    #expect(window.messages == [])
  }

  struct CoveredPage: View {
    let service: Service
    let options: StoreOptions

    var body: some View {
      NavigationStack {
        Page(service: service, options: options)
        NavigationLink(value: 1) { Text("Open") }
          .navigationDestination(for: Int.self) { Text("Screen \($0)") }
      }
    }
  }

  @Test func `a view that is covered goes on, and does not begin again when it is back`() async throws {
    let service = Service()
    let window = HeadlessWindow { CoveredPage(service: service, options: bench.options) }
    try window.tap("Load")
    window.update()
    try window.tap("Open")
    window.update()
    #expect(window.texts == ["Screen 1"])
    await bench.clock.advance(by: .seconds(1))
    window.update()
    try window.goBack()
    window.update()
    #expect(window.texts == ["first load loaded", "Load", "Open"])
    #expect(service.cancelled.value == 0)
    #expect(window.messages == [])
  }

  /// A page whose service nothing else keeps.
  struct LeavingPage: View {
    let options: StoreOptions
    let make: () -> Service
    @State private var service: Service?

    var body: some View {
      Button("Enter") { service = make() }
      Button("Leave") { service = nil }
      if let service { Page(service: service, options: options) }
    }
  }

  @Test func `nothing is left of a view that has gone`() async throws {
    weak var service: Service?
    let window = HeadlessWindow {
      LeavingPage(options: bench.options) {
        let made = Service()
        service = made
        return made
      }
    }
    try window.tap("Enter")
    window.update()
    try window.tap("Load")
    window.update()
    await bench.executor.settle()
    #expect(service?.started.value == 1)
    try window.tap("Leave")
    window.update()
    await bench.executor.settle()
    #expect(service == nil)
    #expect(window.messages == [])
  }

  // MARK: Elements of a collection

  struct Item: Identifiable, Equatable, Sendable {
    let id: Int
    var title: String

    static func update(item: inout Item, event: String) -> Effect<String, Void>? {
      guard event == "load" else {
        item.title += event
        return nil
      }
      return .task(name: "load") { input, _ in
        try? await input.clock.sleep(for: .seconds(1))
        input("!")
      }
    }
  }

  struct ItemRow: View {
    let item: Item
    let input: Input<String>

    var body: some View {
      Button(item.title) { input.send("load") }
    }
  }

  struct ItemList: View {
    let options: StoreOptions
    @State private var items = [Item(id: 1, title: "a"), Item(id: 2, title: "b"), Item(id: 3, title: "c")]

    var body: some View {
      ForEach(items) { item in
        EffectView(element: item, of: $items, options: options, update: Item.update) { item, input in
          ItemRow(item: item, input: input)
        }
      }
      Button("Remove") { items.removeFirst() }
      Button("Reverse") { items.reverse() }
    }
  }

  /// A list with the bindings that `ForEach` makes.
  struct IndexedItemList: View {
    let options: StoreOptions
    @State private var items = [Item(id: 1, title: "a"), Item(id: 2, title: "b"), Item(id: 3, title: "c")]

    var body: some View {
      ForEach($items) { $item in
        EffectView(state: $item, options: options, update: Item.update) { item, input in
          ItemRow(item: item, input: input)
        }
      }
      Button("Remove") { items.removeFirst() }
    }
  }

  @Test(arguments: ["b", "c"])
  func `an event between a removal and the next body reaches its element`(title: String) async throws {
    let window = HeadlessWindow { ItemList(options: bench.options) }
    try window.tap(title)
    try window.tap("Remove")
    await bench.clock.advance(by: .seconds(1))
    window.update()
    #expect(window.texts == ["b", "c", "Remove", "Reverse"].map { $0 == title ? "\(title)!" : $0 })
    #expect(window.messages == [])
  }

  @Test func `an event between a removal and the next body is dropped if its element was removed`() async throws {
    let issues = IssueLog()
    var options = bench.options
    options.onIssue = { issues.record($0) }
    let window = HeadlessWindow { [options] in ItemList(options: options) }
    try window.tap("a")
    try window.tap("Remove")
    await bench.clock.advance(by: .seconds(1))
    window.update()
    #expect(window.texts == ["b", "c", "Remove", "Reverse"])
    #expect(issues.all.count == 1)
    #expect(issues.all.first?.message.hasPrefix("Sent '!' to the host of a collection's element that was") == true)
  }

  @Test func `an event between a move and the next body reaches its element`() async throws {
    let window = HeadlessWindow { ItemList(options: bench.options) }
    try window.tap("a")
    try window.tap("Reverse")
    await bench.clock.advance(by: .seconds(1))
    window.update()
    #expect(window.texts == ["c", "b", "a!", "Remove", "Reverse"])
  }

  // The guide warns of them.
  @Test func `the bindings of ForEach write the neighbour then`() async throws {
    let window = HeadlessWindow { IndexedItemList(options: bench.options) }
    try window.tap("b")
    try window.tap("Remove")
    await bench.clock.advance(by: .seconds(1))
    window.update()
    #expect(window.texts == ["b", "c!", "Remove"])
  }

  @Test func `the bindings of ForEach trap then`() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      let bench = TestBench()
      let window = HeadlessWindow { IndexedItemList(options: bench.options) }
      try window.tap("c")
      try window.tap("Remove")
      await bench.clock.advance(by: .seconds(1))
    }
  }

  // MARK: Refreshing

  struct RefreshedPage: View {
    let options: StoreOptions
    let waits: @MainActor (Input<String>) async -> Void
    @State private var text = "idle"

    static func update(text: inout String, event: String) -> Effect<String, Void>? {
      text = event
      guard event == "loading" else { return nil }
      return .task(name: "load") { input, _ in
        try? await input.clock.sleep(for: .seconds(1))
        input("loaded")
      }
    }

    var body: some View {
      EffectView(state: $text, options: options, update: Self.update) { text, input in
        List { Text(text) }
          .refreshable { @MainActor [waits] in await waits(input) }
      }
    }
  }

  @Test func `a refresh that waits in a task of its own shows its spinner until the effects have ended`() async throws {
    let window = HeadlessWindow {
      RefreshedPage(options: bench.options) { input in await Task { await input.perform("loading") }.value }
    }
    try window.refresh()
    await bench.executor.settle()
    window.update()
    await bench.executor.settle()
    #expect(window.texts == ["loading"])
    #expect(window.isRefreshing)
    await bench.clock.advance(by: .seconds(1))
    await window.waitForRefresh()
    window.update()
    #expect(window.texts == ["loaded"])
    #expect(!window.isRefreshing)
  }

  // The guide warns of it.
  @Test func `a refresh that waits itself ends with the next body`() async throws {
    let window = HeadlessWindow {
      RefreshedPage(options: bench.options) { input in await input.perform("loading") }
    }
    try window.refresh()
    await bench.executor.settle()
    #expect(window.isRefreshing)
    window.update()
    // The waiting task belongs to no executor that a bench follows.
    await window.waitForRefresh()
    #expect(window.texts == ["loading"])
    #expect(!window.isRefreshing)
  }

  // MARK: Writing

  /// An owner that writes the state of its view in answer to each of its changes.
  struct WritingPage: View {
    let options: StoreOptions
    @State private var count = 0
    @State private var written = 0

    var body: some View {
      EffectView(state: $count, options: options) { (count: inout Int, event: Int) -> Effect<Int, Void>? in
        count += event
        return nil
      } content: { count, input in
        Text("\(count) \(written)")
        Button("Add") { input.send(1) }
        Button("Write") { self.count = 10 }
          .onChange(of: count) { written = $1 }
          .onChange(of: written) { input.send(written < 5 ? 1 : 0) }
      }
    }
  }

  @Test func `writes by the owner and by events come to an end, and none is made in a body`() throws {
    let window = HeadlessWindow { WritingPage(options: bench.options) }
    try window.tap("Add")
    window.update()
    #expect(window.texts.first == "5 5")
    try window.tap("Write")
    window.update()
    #expect(window.texts.first == "10 10")
    #expect(window.messages == [])
  }

  // MARK: The environment

  @Test func `a reader passes a value of the environment`() {
    let window = HeadlessWindow {
      EnvReader(\.fetched) { Text($0) }
      EnvReader(\.fetched) { Text($0) }.environment(\.fetched, "given")
    }
    #expect(window.texts == ["none", "given"])
  }
}

private enum FetchedKey: EnvironmentKey { static var defaultValue: String { "none" } }

extension EnvironmentValues {
  fileprivate var fetched: String {
    get { self[FetchedKey.self] }
    set { self[FetchedKey.self] = newValue }
  }
}
