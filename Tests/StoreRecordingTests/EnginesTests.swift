import EffectViewEngine
import FeatureEngine
import ReduxBridge
import StoreRecording
import StoreSimulation
import Testing
import _StoreTestSupport

/// The log with engines whose state is an object, is kept outside, or is changed by a reduce that suspends.
@MainActor
@Suite struct EnginesTests {
  private let bench = TestBench(isTraced: false)
  private let entries = EntryList()

  private var options: StoreOptions {
    var options = bench.options
    options.name = "store"
    options.observers = [ChangeLog(to: .function { [entries] entry in entries.add(entry) }, changesOnly: true)]
    return options
  }

  // MARK: FeatureEngine

  fileprivate struct Loader: Feature {
    @Observable
    final class State {
      var text = ""
      var count = 0
      var child: Child? = Child()
      var rows = [Child()]
      @ObservationIgnored weak var parent: State?
    }

    @Observable
    final class Child {
      var title = "old"
    }

    enum Action: Sendable {
      case type(String)
      case load
      case report
      case reported
      case rename
    }

    let clock: TestClock

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .type(let text):
          state.text = text
          state.parent = state
          return .none
        case .load:
          return .run(id: "load") { [clock] state in
            try await clock.sleep(for: .seconds(1))
            state.count += 1
          }
        case .report:
          return .run(id: "report") { state, send in
            state.count += 10
            send(.reported)
          }
        case .reported:
          state.text = "reported"
          return .none
        case .rename:
          state.child?.title = "new"
          state.rows[0].title = "new row"
          return .none
        }
      }
    }
  }

  fileprivate func loader() -> FeatureEngine.Store<Loader> {
    FeatureEngine.Store(initialState: Loader.State(), feature: Loader(clock: bench.clock), options: options)
  }

  @Test func `the properties of an object are compared, under the names that they were given`() {
    let store = loader()
    store.send(.type("sw"))
    #expect(
      Array(entries.lines.dropFirst()) == [
        "    EnginesTests.Loader.State(",
        #"  -   text: "","#,
        #"  +   text: "sw","#,
        "      count: 0,",
        #"      child: (title: "old"),"#,
        "      rows: […],",
        "  -   parent: nil",
        #"  +   parent: "↩︎""#,
        "    )",
      ]
    )
  }

  private struct Refusal: BeforeActionMiddleware {
    struct Refused: Error {}

    func beforeAction<Action, State>(action: Action, state: State) async throws { throw Refused() }
  }

  fileprivate struct Guarded: Feature {
    @Observable
    final class State {
      var message = ""
    }

    enum Action: Sendable {
      case save
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, _ in .none }
        .use(Refusal())
        .onError { error, state in state.message = "\(error)" }
    }
  }

  @Test func `a veto is logged as one, with what its error has changed`() {
    let store = FeatureEngine.Store(initialState: Guarded.State(), feature: Guarded(), options: options)
    store.send(.save)
    let texts = entries.all.map(\.description)
    #expect(texts.count == 1)
    #expect(texts.first?.contains("Action.save, vetoed by Refusal: Refused(), sent at") == true)
    #expect(texts.first?.contains(#"message: "Refused()""#) == true)
  }

  fileprivate struct Volume: Feature {
    @Observable
    final class State { var count = 0 }

    func handle() -> ActionHandler<Int, State> {
      ActionHandler { number, state in
        state.count = number
        return .none
      }
    }
  }

  @Test func `an object with one property has its name in both lines`() {
    let store = FeatureEngine.Store(initialState: Volume.State(), feature: Volume(), options: options)
    store.send(1)
    #expect(
      Array(entries.lines.dropFirst()) == [
        "  - EnginesTests.Volume.State(count: 0)",
        "  + EnginesTests.Volume.State(count: 1)",
      ]
    )
  }

  @Test func `objects in optionals and in arrays are compared, too`() {
    let store = loader()
    store.send(.rename)
    #expect(entries.lines.contains { $0.contains(#"- "#) && $0.contains(#"title: "old""#) })
    #expect(entries.lines.contains { $0.contains(#"+ "#) && $0.contains(#"title: "new""#) })
    #expect(entries.lines.contains { $0.contains(#"+ "#) && $0.contains(#"title: "new row""#) })
  }

  fileprivate struct Friends: Feature {
    @Observable
    final class Person {
      var name = "old"
      var friends: [Person] = []
    }

    @Observable
    final class State {
      var people = (1...30).map { _ in Person() }
    }

    func handle() -> ActionHandler<String, State> {
      ActionHandler { name, state in
        state.people.last?.name = name
        return .none
      }
    }
  }

  // Each path from one to another was followed, of which there are more than 30! here.
  @Test func `objects that all refer to each other are compared`() {
    let state = Friends.State()
    for person in state.people { person.friends = state.people }
    let store = FeatureEngine.Store(initialState: state, feature: Friends(), options: options)
    store.send("new")
    #expect(entries.lines.contains { $0.contains("+ ") && $0.contains(#"name: "new""#) })
  }

  fileprivate struct Chain: Feature {
    final class Link {
      var next: Link?
      var name = "old"
    }

    @Observable
    final class State {
      let first = Link()
      /// The last link that is compared, inside 199 objects.
      var deepest = Link()
    }

    func handle() -> ActionHandler<String, State> {
      ActionHandler { name, state in
        state.first.name = name
        state.deepest.name = name
        return .none
      }
    }
  }

  // It ended the program: each object takes a part of the stack.
  @Test func `a long chain of objects is compared up to the 200th`() {
    let state = Chain.State()
    var links = [state.first]
    for _ in 1..<5_000 {
      let link = Chain.Link()
      links.last?.next = link
      links.append(link)
    }
    // The state is the first of those outside.
    state.deepest = links[198]
    let store = FeatureEngine.Store(initialState: state, feature: Chain(), options: options)
    store.send("new")
    #expect(entries.lines.count { $0.contains("+ ") && $0.contains(#"name: "new""#) } == 3)
    // Otherwise the end of one would end the next, down the stack.
    for link in links { link.next = nil }
  }

  fileprivate struct Serving: Feature {
    actor Service {
      private var callCount = 0

      func call() { callCount += 1 }
    }

    @Observable
    final class State {
      let service = Service()
      var services: [Service] = [Service()]
      var isOn = false
    }

    func handle() -> ActionHandler<Bool, State> {
      ActionHandler { isOn, state in
        state.isOn = isOn
        return .none
      }
    }
  }

  // They were read outside of it, while it may be changing them.
  @Test func `the properties of an actor are not read`() async {
    let state = Serving.State()
    let store = FeatureEngine.Store(initialState: state, feature: Serving(), options: options)
    await state.service.call()
    await state.services[0].call()
    store.send(true)
    #expect(
      Array(entries.lines.dropFirst()) == [
        "    EnginesTests.Serving.State(",
        "      service: EnginesTests.Serving.Service.self,",
        "      services: […],",
        "  -   isOn: false",
        "  +   isOn: true",
        "    )",
      ]
    )
  }

  @Test func `a running effect's changes are logged at its end, not with the action that started it`() async {
    let store = loader()
    store.send(.load)
    await bench.clock.advance(by: .seconds(1))
    #expect(entries.all.count == 1)
    #expect(entries.lines.first == "[store] Changed by the effect 'load'")
    #expect(entries.lines.contains("  +   count: 1,"))
  }

  @Test func `what an effect changes before it sends is not part of the action's difference`() async {
    let store = loader()
    store.send(.report)
    await store.settle()
    let titles = entries.lines.filter { $0.hasPrefix("[") }
    #expect(titles.count == 2)
    #expect(titles.first == "[store] Changed by something other than an action")
    #expect(titles.last?.hasPrefix("[store] EnginesTests.Loader.Action.reported") == true)
    guard entries.all.count == 2 else { return }
    #expect("\(entries.all[0])".contains("+   count: 10"))
    #expect(!"\(entries.all[1])".contains("+   count"))
  }

  // MARK: EffectViewEngine

  private struct Form: Equatable {
    var text = ""
    var isOn = false
  }

  private enum FormEvent: Sendable {
    case typed(String)
  }

  private func update(form: inout Form, event: FormEvent) -> EffectViewEngine.Effect<FormEvent, Void>? {
    if case .typed(let text) = event { form.text = text }
    return nil
  }

  @Test func `events of a host and writes to its state are logged separately`() {
    let host = EffectHost(state: Form(), options: options, update: update)
    host.send(.typed("sw"))
    host.state.isOn = true
    let titles = entries.lines.filter { $0.hasPrefix("[") }
    #expect(titles.count == 2)
    #expect(titles.last == "[store] Changed by something other than an action")
    #expect(entries.lines.contains("  +   isOn: true"))
  }

  @Test func `changes of a state kept outside the host are logged, also unannounced writes by its owner`() {
    let owner = Owner()
    let accessor = StateAccessor<Form> {
      owner.form
    } set: {
      owner.form = $0
    }
    let host = EffectHost(storage: accessor, options: options, update: update)
    owner.form.isOn = true
    host.send(.typed("sw"))
    guard entries.all.count == 2 else {
      Issue.record("There should be two changes: \(entries.lines)")
      return
    }
    #expect("\(entries.all[0])".contains("+   isOn: true"))
    #expect(!"\(entries.all[1])".contains("+   isOn"))
  }

  @MainActor
  private final class Owner {
    var form = Form()

    init() {}
  }

  // MARK: ReduxBridge

  private struct Counter: FeatureType {
    struct State: Equatable {
      var count = 0
    }

    let clock: TestClock

    func reduce(into state: inout State, action: Int) async {
      try? await clock.sleep(until: clock.now.advanced(by: .seconds(1)))
      state.count += action
    }
  }

  @Test func `a reduce that suspends is logged at its end`() async {
    let store = ReduxBridge.Store(feature: Counter(clock: bench.clock), initialState: Counter.State(), options: options)
    store.send(2)
    store.send(3)
    await bench.clock.advance(by: .seconds(1))
    #expect(entries.lines.last == "  + EnginesTests.Counter.State(count: 2)")
    await bench.clock.advance(by: .seconds(1))
    #expect(entries.lines.last == "  + EnginesTests.Counter.State(count: 5)")
    #expect(entries.all.count == 2)
  }
}
