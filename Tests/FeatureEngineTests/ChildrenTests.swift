import FeatureEngine
import StoreTesting
import Testing
import _StoreTestSupport

/// Children on engines of their own, of a parent whose state is an object.
@MainActor
@Suite struct ChildrenTests {
  struct Part: Equatable, Identifiable, Sendable {
    let id: Int
    var text = ""
  }

  final class Parent: Feature {
    @Observable
    final class State {
      var title: String?
      var part: Part?
      var parts: [Part] = []
      var heard: [String] = []
    }

    enum Action: Sendable {
      case change(@MainActor @Sendable (State) -> Void)
      case later(@MainActor @Sendable (State) -> Void)
      case lasting(@MainActor @Sendable (State) -> Void)
      case heard(String)
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .change(let change): change(state)
        case .later(let change): return .run { state in change(state) }
        case .lasting(let change):
          return .run { state in
            change(state)
            try await untilCancelled()
          }
        case .heard(let text): state.heard.append(text)
        }
        return .none
      }
    }
  }

  final class Child: Feature {
    @Observable
    final class State {
      var lines: [String]
      init(_ lines: [String]) { self.lines = lines }
    }

    enum Action: Sendable {
      case line(String)
      case wait
      case tick
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .line(let line): state.lines.append(line)
        case .wait: return .run(id: "wait") { _ in try await untilCancelled() }
        case .tick:
          return .run { state, send in
            while true {
              try await send.clock.sleep(for: .seconds(1))
              state.lines.append("tick")
            }
          }
        }
        return .none
      }
    }
  }

  private let executor: TestExecutor
  private let clock: TestClock

  init() {
    executor = TestExecutor()
    clock = TestClock(executor: executor)
  }

  private func makeParent() -> Store<Parent> {
    Store(initialState: Parent.State(), feature: Parent(), options: StoreOptions(executor: executor, clock: clock))
  }

  private func makeChild(_ line: String) -> Store<Child> {
    Store(initialState: Child.State([line]), feature: Child(), options: StoreOptions(executor: executor, clock: clock))
  }

  @Test func `a child exists while its part of the state does`() {
    let parent = makeParent()
    let child = parent.child(\.title) {
      self.makeChild($0)
    } input: { title, child in
      child.send(.line("told \(title)"))
    } output: { action, state in
      guard case .line(let line) = action, !line.hasPrefix("told") else { return nil }
      return .heard("\(line) of \(state.lines.count)")
    }
    #expect(child.store == nil)
    parent.send(.change { $0.title = "a" })
    let store = child.store
    #expect(store?.state.lines == ["a"])
    parent.send(.change { $0.title = "b" })
    parent.send(.change { $0.title = "b" })
    #expect(child.store === store)
    #expect(store?.state.lines == ["a", "told b"])
    store?.send(.line("c"))
    #expect(parent.state.heard == ["c of 3"])
    store?.send(.wait)
    parent.send(.change { $0.title = nil })
    #expect(child.store == nil)
    #expect(store?.runningTaskCount == 0)
    store?.send(.line("late"))
    #expect(parent.state.heard == ["c of 3"])
  }

  @Test func `a part with another id has another child, made after the former has ended`() {
    let parent = makeParent()
    var former: Store<Child>?
    var counts: [Int?] = []
    let child = parent.child(\.part) { part -> Store<Child> in
      counts.append(former?.runningTaskCount)
      let child = self.makeChild("\(part.id)")
      former = child
      return child
    } input: { part, child in
      child.send(.line(part.text))
    }
    parent.send(.change { $0.part = Part(id: 1) })
    let first = child.store
    first?.send(.wait)
    parent.send(.change { $0.part?.text = "a" })
    #expect(child.store === first)
    parent.send(.change { $0.part = Part(id: 2) })
    #expect(child.store?.state.lines == ["2"])
    #expect(first?.state.lines == ["1", "a"])
    #expect(counts == [nil, 0])
  }

  @Test func `a parent's children see what a task writes when its operation has ended`() async {
    let parent = makeParent()
    let child = parent.child(\.title) { self.makeChild($0) }
    parent.send(.later { $0.title = "a" })
    await executor.settle()
    #expect(child.store?.state.lines == ["a"])
  }

  @Test func `a custom comparison decides which changes a child gets`() {
    let parent = makeParent()
    parent.send(
      .change {
        $0.title = "a"
        $0.part = Part(id: 1, text: "a")
        $0.parts = [Part(id: 1, text: "a")]
      }
    )
    func areAsLong(_ first: Part, _ second: Part) -> Bool { first.text.count == second.text.count }
    func tell<Value>(_ text: String) -> @MainActor (Value, Store<Child>) -> Void { { $1.send(.line(text)) } }
    let title = parent.child(\.title, by: { $0.count == $1.count }, make: { self.makeChild($0) }, input: tell("t"))
    let part = parent.child(\.part, by: areAsLong, make: { self.makeChild($0.text) }, input: tell("p"))
    let parts = parent.children(\.parts, by: areAsLong, make: { self.makeChild($0.text) }, input: tell("e"))
    func lines() -> [[String]] {
      [title.store, part.store, parts[1]].map { $0?.state.lines ?? [] }
    }
    parent.send(
      .change {
        $0.title = "b"
        $0.part?.text = "b"
        $0.parts[0].text = "b"
      }
    )
    #expect(lines() == [["a"], ["a"], ["a"]])
    parent.send(
      .change {
        $0.title = "bc"
        $0.part?.text = "bc"
        $0.parts[0].text = "bc"
      }
    )
    #expect(lines() == [["a", "t"], ["a", "p"], ["a", "e"]])
    let former = part.store
    parent.send(.change { $0.part = Part(id: 2, text: "bc") })
    #expect(part.store !== former && lines()[1] == ["bc"])
  }

  @Test func `each element of a collection has a child`() {
    let parent = makeParent()
    parent.send(.change { $0.parts = [Part(id: 1), Part(id: 2)] })
    let children = parent.children(\.parts) { part in
      self.makeChild("\(part.id)")
    } input: { part, child in
      child.send(.line("told \(part.text)"))
    } output: { id, action, _ in
      if case .line(let line) = action, !line.hasPrefix("told") { .heard("\(line) of \(id)") } else { nil }
    }
    let (first, second) = (children[1], children[2])
    first?.send(.wait)
    second?.send(.line("a"))
    #expect(parent.state.heard == ["a of 2"])
    parent.send(.change { $0.parts = [Part(id: 3), Part(id: 2, text: "b")] })
    #expect(children.ids == [3, 2])
    #expect(children[2] === second)
    #expect(second?.state.lines == ["2", "a", "told b"])
    #expect(children[3]?.state.lines == ["3"])
    #expect(first?.runningTaskCount == 0)
    children.cancel()
    parent.send(.change { $0.parts = [Part(id: 4)] })
    #expect(children.ids == [])
  }

  @Test func `children end with their parent, and nothing keeps it`() async {
    var parent: Store<Parent>? = makeParent()
    weak let weakParent = parent
    parent?.send(.change { $0.title = "a" })
    let child = parent.map { $0.child(\.title) { self.makeChild($0) } }
    let store = child?.store
    store?.send(.wait)
    parent = nil
    #expect(weakParent == nil)
    await executor.settle()
    #expect(store?.runningTaskCount == 0)
    #expect(child?.store == nil)
  }

  @Test func `what nobody holds leaves nothing behind in the parent`() async {
    final class Captured: Sendable {}
    let parent = makeParent()
    parent.send(.change { $0.title = "a" })
    parent.send(.change { $0.parts = [Part(id: 1)] })
    var captured: Captured? = Captured()
    weak let weakCaptured = captured
    func make() -> [Store<Child>?] {
      let title = parent.child(\.title) { [captured] line in
        withExtendedLifetime(captured) { self.makeChild(line) }
      }
      let parts = parent.children(\.parts) { [captured] part in
        withExtendedLifetime(captured) { self.makeChild("\(part.id)") }
      }
      return [title.store, parts[1]]
    }
    let stores = make().compactMap { $0 }
    for store in stores { store.send(.wait) }
    captured = nil
    #expect(stores.count == 2 && weakCaptured == nil)
    await executor.settle()
    #expect(stores.map(\.runningTaskCount) == [0, 0])
  }

  @Test(arguments: [true, false])
  func `a parent hears nothing of an action that its child has vetoed`(isVetoed: Bool) {
    struct Guarded: Feature {
      let isVetoed: Bool
      func handle() -> ActionHandler<Child.Action, Child.State> {
        let handler = Child().handle().onError { error, state in state.lines.append("\(error)") }
        return isVetoed ? handler.use(Synchronous("guard", Log(), vetoes: true)) : handler
      }
    }
    let parent = makeParent()
    let child = parent.child(\.title) { title in
      Store(initialState: Child.State([title]), feature: Guarded(isVetoed: isVetoed))
    } output: { action, _ in
      if case .line(let line) = action { .heard(line) } else { nil }
    }
    parent.send(.change { $0.title = "a" })
    child.store?.send(.line("saved"))
    #expect(parent.state.heard == (isVetoed ? [] : ["saved"]))
    #expect(child.store?.state.lines == ["a", isVetoed ? "Refused()" : "saved"])
  }

  // MARK: Writes that are no actions

  @Test func `a child ends with its part when that is written by no action`() async {
    let parent = makeParent()
    let child = parent.child(\.title) { self.makeChild($0) }
    parent.state.title = "a"
    await parent.settle()
    let store = child.store
    #expect(store?.state.lines == ["a"])
    store?.send(.tick)
    await executor.settle()
    await clock.advance(by: .seconds(1))
    #expect(store?.state.lines == ["a", "tick"])
    // By an action, which is seen at once, before it is written as by a binding.
    parent.send(.change { $0.title = "b" })
    parent.state.title = nil
    await parent.settle()
    #expect(child.store == nil)
    await clock.advance(by: .seconds(1))
    #expect(store?.state.lines == ["a", "tick"])
    #expect(store?.runningTaskCount == 0)
  }

  @Test func `a child gets what a binding writes in its part, and not the same again after the next action`() async {
    let parent = makeParent()
    parent.send(.change { $0.part = Part(id: 1) })
    let child = parent.child(\.part) {
      self.makeChild("\($0.id)")
    } input: {
      $1.send(.line($0.text))
    }
    for text in ["a", "ab"] {
      parent.state.part?.text = text
      await parent.settle()
    }
    parent.send(.heard(""))
    #expect(child.store?.state.lines == ["1", "a", "ab"])
  }

  @Test func `a part that is put back before the turn keeps its child`() async {
    let parent = makeParent()
    parent.send(.change { $0.part = Part(id: 1) })
    let child = parent.child(\.part) { self.makeChild("\($0.id)") }
    let store = child.store
    store?.send(.wait)
    let part = parent.state.part
    parent.state.part = nil
    parent.state.part = part
    await parent.settle()
    #expect(child.store === store)
    #expect(store?.runningTaskCount == 1)
  }

  @Test func `a child sees what a task writes while the task goes on`() async {
    let parent = makeParent()
    let child = parent.child(\.title) { self.makeChild($0) }
    parent.send(.lasting { $0.title = "a" })
    await parent.settle()
    #expect(parent.runningTaskCount == 1)
    #expect(child.store?.state.lines == ["a"])
  }

  @Test func `each element of a collection has a child when no action has written it`() async {
    let parent = makeParent()
    parent.send(.change { $0.parts = [Part(id: 1), Part(id: 2)] })
    let children = parent.children(\.parts) {
      self.makeChild("\($0.id)")
    } input: {
      $1.send(.line($0.text))
    }
    let (first, second) = (children[1], children[2])
    first?.send(.wait)
    parent.state.parts.removeFirst()
    parent.state.parts[0].text = "a"
    parent.state.parts.append(Part(id: 3))
    await parent.settle()
    #expect(children.ids == [2, 3])
    #expect(children[2] === second)
    #expect(second?.state.lines == ["2", "a"])
    #expect(first?.runningTaskCount == 0)
    children.cancel()
    parent.state.parts = [Part(id: 4)]
    await parent.settle()
    #expect(children.ids == [])
  }

  @Test func `a sequential parent sees a write while its tasks go on`() async {
    let options = StoreOptions(executor: executor)
    let parent = Store(initialState: Parent.State(), feature: Parent(), ordering: .sequential, options: options)
    parent.send(.lasting { _ in })
    let child = parent.child(\.title) { self.makeChild($0) }
    parent.state.title = "a"
    await parent.settle()
    #expect(child.store?.state.lines == ["a"])
  }

  @Test func `a parent that is deallocated before the turn makes no child`() async {
    var parent: Store<Parent>? = makeParent()
    let state = parent?.state
    var madeCount = 0
    let child = parent?.child(\.title) { line in
      madeCount += 1
      return self.makeChild(line)
    }
    state?.title = "a"
    parent = nil
    await executor.settle()
    state?.title = nil
    await executor.settle()
    #expect(madeCount == 0)
    #expect(child?.store == nil)
  }

  @Test func `a child that is cancelled before the turn is not made again, and leaves nothing in the state`() async {
    final class Captured: Sendable {}
    let parent = makeParent()
    var captured: Captured? = Captured()
    weak let weakCaptured = captured
    var child: ChildStore<Store<Child>>? = parent.child(\.title) { [captured] line in
      withExtendedLifetime(captured) { self.makeChild(line) }
    }
    parent.state.title = "a"
    child?.cancel()
    await parent.settle()
    #expect(child?.store == nil)
    (captured, child) = (nil, nil)
    #expect(weakCaptured == nil)
  }
}
