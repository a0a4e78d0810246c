import Observation
import OpenCombine
import SwiftUI
import Testing

/// The rules of the headless SwiftUI itself, each with the part of Apple's documentation that states it.
@MainActor
@Suite struct HeadlessTests {
  struct Counter: View {
    let start: Int
    @State private var count: Int

    init(start: Int) {
      self.start = start
      _count = State(initialValue: start)
    }

    var body: some View {
      Text("\(count)")
      Button("Add") { count += 1 }
    }
  }

  struct Starter: View {
    @State private var start = 1

    var body: some View {
      Counter(start: start)
      Button("Start") { start += 10 }
    }
  }

  // swiftui/state: the value is initialised once for an identity.
  @Test func `the first value of a state wins`() throws {
    let window = HeadlessWindow { Starter() }
    #expect(window.texts == ["1", "Add", "Start"])
    try window.tap("Add")
    #expect(window.texts == ["1", "Add", "Start"])
    window.update()
    #expect(window.texts == ["2", "Add", "Start"])
    try window.tap("Start")
    window.update()
    #expect(window.texts == ["2", "Add", "Start"])
    #expect(window.bodies(of: Starter.self) == 2)
    #expect(window.bodies(of: Counter.self) == 3)
  }

  // MARK: Identity

  struct Switch: View {
    @State private var isFirst = true
    @State private var id = 1

    var body: some View {
      if isFirst { Counter(start: 1) } else { Counter(start: 2) }
      Counter(start: 3).id(id)
      Button("Switch") { isFirst.toggle() }
      Button("Number") { id += 1 }
    }
  }

  // "Demystify SwiftUI", WWDC21: each branch has an identity of its own. swiftui/view/id(_:): so has each id.
  @Test func `another branch and another id are other identities`() throws {
    let window = HeadlessWindow { Switch() }
    try window.tap("Add")
    try window.tap("Add", at: 1)
    window.update()
    #expect(window.texts.filter { Int($0) != nil } == ["2", "4"])
    try window.tap("Switch")
    window.update()
    #expect(window.texts.filter { Int($0) != nil } == ["2", "4"])
    try window.tap("Switch")
    window.update()
    #expect(window.texts.filter { Int($0) != nil } == ["1", "4"])
    try window.tap("Number")
    window.update()
    #expect(window.texts.filter { Int($0) != nil } == ["1", "3"])
  }

  struct Numbers: View {
    @State private var numbers = [3, 1, 2]

    var body: some View {
      ForEach(numbers, id: \.self) { number in
        Text("#\(number)")
        Counter(start: number * 10)
      }
      Button("Sort") { numbers.sort() }
      Button("Double") { numbers.append(1) }
    }
  }

  // swiftui/foreach: an element's identity is its id.
  @Test func `an element keeps its state when it moves`() throws {
    let window = HeadlessWindow { Numbers() }
    try window.tap("Add")
    window.update()
    #expect(window.texts.filter { $0 != "Add" } == ["#3", "31", "#1", "10", "#2", "20", "Sort", "Double"])
    try window.tap("Sort")
    window.update()
    #expect(window.texts.filter { $0 != "Add" } == ["#1", "10", "#2", "20", "#3", "31", "Sort", "Double"])
    #expect(window.messages == [])
    try window.tap("Double")
    window.update()
    #expect(window.messages == ["The ID 1 occurs multiple times within the collection."])
  }

  final class Model: ObservableObject {
    @Published var number: Int

    init(_ number: Int) {
      self.number = number
    }
  }

  struct ModelView: View {
    @StateObject var model: Model

    var body: some View {
      Text("\(model.number)")
      Button("Add") { model.number += 1 }
    }
  }

  struct ModelOwner: View {
    @State private var start = 1

    var body: some View {
      ModelView(model: Model(start))
      Button("Start") { start += 10 }
    }
  }

  // swiftui/stateobject: one object for the lifetime of the identity.
  @Test func `the first object of a view wins`() throws {
    let window = HeadlessWindow { ModelOwner() }
    try window.tap("Start")
    window.update()
    #expect(window.texts.first == "1")
    try window.tap("Add")
    window.update()
    #expect(window.texts.first == "2")
    #expect(window.messages == [])
  }

  // MARK: Updates

  struct Writer: View {
    @State private var count = 0

    var body: some View {
      write()
      return Text("\(count)")
    }

    private func write() { count += 1 }
  }

  @Test func `a write in a body is dropped, with a message`() {
    let window = HeadlessWindow { Writer() }
    #expect(window.texts == ["0"])
    #expect(window.messages == ["Modifying state during view update, this will cause undefined behavior."])
  }

  struct Publisher: View {
    @StateObject var model = Model(0)

    var body: some View {
      publish()
      return Text("\(model.number)")
    }

    private func publish() { model.number += 1 }
  }

  @Test func `an object that changes in each body is stopped, with messages`() {
    let window = HeadlessWindow { Publisher() }
    #expect(window.messages.first == "Publishing changes from within view updates is not allowed.")
    #expect(window.messages.last == "A body changes what it depends on.")
    #expect(window.bodies(of: Publisher.self) == 100)
  }

  @Observable
  @MainActor final class Source {
    var number = 1
  }

  struct Reader: View {
    let source: Source
    @Binding var number: Int

    var body: some View {
      let before = number
      source.number += 1
      return Text("\(before) \(number)")
    }
  }

  @Test func `a read in an update sees the value of its beginning`() {
    let source = Source()
    let binding = Binding { @MainActor in
      source.number
    } set: { @MainActor in
      source.number = $0
    }
    let window = HeadlessWindow { Reader(source: source, number: binding) }
    #expect(source.number == 2)
    #expect(window.texts == ["1 1"])
    source.number = 10
    window.update()
    #expect(window.texts == ["10 10"])
  }

  struct Parent: View {
    @State private var text = "a"

    var body: some View {
      Child(text: $text)
      Button("Write") { text = "b" }
    }
  }

  struct Child: View {
    @Binding var text: String

    var body: some View { Text(text) }
  }

  @Test func `a body that reads a state is evaluated again, and one that passes a binding is not`() throws {
    let window = HeadlessWindow { Parent() }
    try window.tap("Write")
    window.update()
    #expect(window.texts.first == "b")
    #expect(window.bodies(of: Parent.self) == 1)
    #expect(window.bodies(of: Child.self) == 2)
  }

  // MARK: Appearing

  final class Log {
    var entries: [String] = []
  }

  struct Screens: View {
    let log: Log

    var body: some View {
      NavigationStack {
        VStack {
          NavigationLink(value: 1) { Text("Open") }
          Counter(start: 1)
        }
        .onAppear { log.entries.append("root") }
        .onDisappear { log.entries.append("root gone") }
        .navigationDestination(for: Int.self) { number in
          Text("Screen \(number)")
            .onAppear { log.entries.append("screen") }
            .onDisappear { log.entries.append("screen gone") }
        }
      }
    }
  }

  // swiftui/navigationstack: the root stays below.
  @Test func `a covered screen has disappeared, and keeps its state`() throws {
    let log = Log()
    let window = HeadlessWindow { Screens(log: log) }
    try window.tap("Add")
    window.update()
    try window.tap("Open")
    window.update()
    #expect(window.texts == ["Screen 1"])
    #expect(Set(log.entries.dropFirst()) == ["root gone", "screen"])
    try window.goBack()
    window.update()
    #expect(window.texts == ["Open", "2", "Add"])
    #expect(log.entries.count { $0 == "root" } == 2)
    #expect(log.entries.last == "root" || log.entries.last == "screen gone")
  }

  struct Grouped: View {
    let log: Log
    @State private var isShown = false

    var body: some View {
      Group {
        Text("a")
        Text("b")
      }
      .onAppear { log.entries.append("group") }
      Group { if isShown { Text("c") } }
        .onAppear { log.entries.append("appeared") }
        .onDisappear { log.entries.append("disappeared") }
      Button("Toggle") { isShown.toggle() }
    }
  }

  // swiftui/group: a modifier of a group applies to each view in it.
  @Test func `a group appears for each view in it, and an empty one does not`() throws {
    let log = Log()
    let window = HeadlessWindow { Grouped(log: log) }
    #expect(log.entries == ["group", "group"])
    try window.tap("Toggle")
    window.update()
    #expect(log.entries.dropFirst(2) == ["appeared"])
    try window.tap("Toggle")
    window.update()
    #expect(log.entries.dropFirst(2) == ["appeared", "disappeared"])
  }

  struct Working: View {
    let log: Log
    @State private var id = 1
    @State private var isShown = true

    var body: some View {
      if isShown {
        Text("Work").task(id: id) { [log] in
          log.entries.append("begin")
          let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
          for await _ in stream {}
          log.entries.append("end \(Task.isCancelled)")
          withExtendedLifetime(continuation) {}
        }
      }
      Button("Number") { id += 1 }
      Button("Toggle") { isShown.toggle() }
    }
  }

  // swiftui/view/task(id:priority:_:)
  @Test func `a task begins again with another id, and is cancelled when its view disappears`() async throws {
    let log = Log()
    let window = HeadlessWindow { Working(log: log) }
    #expect(log.entries == ["begin"])
    try window.tap("Number")
    window.update()
    #expect(log.entries.count { $0 == "begin" } == 2)
    try window.tap("Toggle")
    window.update()
    await window.waitForTasks()
    #expect(log.entries.count { $0 == "begin" } == 2)
    #expect(log.entries.count { $0 == "end true" } == 2)
  }

  // MARK: Changes

  struct Changing: View {
    let log: Log
    let limit: Int
    @State private var count = 0

    var body: some View {
      Button("Add") { count += 1 }
        .onChange(of: count, initial: true) { log.entries.append("\($0) \($1) \(count)") }
        .onChange(of: count) { if count < limit { count += 1 } }
    }
  }

  // swiftui/view/onchange(of:initial:_:): with the old value and the new one, by the new closure.
  @Test func `a change is told after the update, with both values`() throws {
    let log = Log()
    let window = HeadlessWindow { Changing(log: log, limit: 0) }
    #expect(log.entries == ["0 0 0"])
    try window.tap("Add")
    #expect(log.entries == ["0 0 0"])
    window.update()
    #expect(log.entries == ["0 0 0", "0 1 1"])
  }

  @Test func `an endless change is stopped, with a message`() throws {
    let window = HeadlessWindow { Changing(log: Log(), limit: .max) }
    #expect(window.messages == [])
    try window.tap("Add")
    window.update()
    #expect(window.messages == ["The views still change after 100 rounds of one frame."])
  }

  // MARK: Presentations

  struct Sheets: View {
    struct Item: Identifiable { let id: Int }

    let log: Log
    @State private var item: Item?
    @State private var isAsking = false

    var body: some View {
      Button("Open") { item = Item(id: (item?.id ?? 0) + 1) }
        .sheet(item: $item) {
          log.entries.append("dismissed")
        } content: { item in
          SheetView(id: item.id) { self.item = Item(id: item.id + 1) }
        }
      Button("Ask") { isAsking = true }
        .alert("Sure?", isPresented: $isAsking) {
          Button("Yes") { log.entries.append("yes \(isAsking)") }
        }
    }
  }

  struct SheetView: View {
    let id: Int
    let next: () -> Void
    @Environment(\.dismiss) private var dismiss

    var body: some View {
      Text("Sheet \(id)")
      Counter(start: 0)
      Button("Next") { next() }
      Button("Close") { dismiss() }
    }
  }

  // swiftui/view/sheet(item:ondismiss:content:): another id is another sheet.
  @Test func `a sheet follows its item`() throws {
    let log = Log()
    let window = HeadlessWindow { Sheets(log: log) }
    try window.tap("Open")
    window.update()
    try window.tap("Add")
    window.update()
    #expect(window.texts.contains("Sheet 1"))
    #expect(window.texts.contains("1"))
    try window.tap("Next")
    window.update()
    #expect(window.texts.contains("Sheet 2"))
    #expect(window.texts.contains("0"))
    #expect(log.entries == ["dismissed"])
    try window.tap("Close")
    window.update()
    #expect(window.texts == ["Open", "Ask"])
    #expect(log.entries == ["dismissed", "dismissed"])
  }

  // swiftui/view/alert(_:ispresented:actions:): dismissed after the action.
  @Test func `an alert is dismissed after its button's action`() throws {
    let log = Log()
    let window = HeadlessWindow { Sheets(log: log) }
    try window.tap("Ask")
    window.update()
    #expect(window.texts == ["Open", "Ask", "Sure?", "Yes"])
    try window.tap("Yes")
    window.update()
    #expect(log.entries == ["yes true"])
    #expect(window.texts == ["Open", "Ask"])
  }
}
