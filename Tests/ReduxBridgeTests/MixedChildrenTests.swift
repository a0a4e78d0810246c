import EffectViewEngine
import ElmEngine
import FeatureEngine
import ReduxBridge
import StoreTesting
import Testing
import _StoreTestSupport

/// Children on other engines than their parents, in each combination that the engines' own tests do not cover.
@MainActor
@Suite struct MixedChildrenTests {
  struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var text = ""
  }

  struct Rows: Equatable, Sendable {
    var title: String?
    var rows: [Row] = []
    var heard: [String] = []
  }

  enum RowsAction: Sendable {
    case change(@Sendable (inout Rows) -> Void)
    case heard(String)
  }

  enum ChildAction: Sendable {
    case told(String)
    case said(String)
    case wait
  }

  // MARK: Engines

  struct ReduxRows: FeatureType {
    func reduce(into state: inout Rows, action: RowsAction) async {
      switch action {
      case .change(let change): change(&state)
      case .heard(let text): state.heard.append(text)
      }
    }
  }

  struct ReduxChild: FeatureType {
    func reduce(into state: inout [String], action: ChildAction) async {
      switch action {
      case .told(let text), .said(let text): state.append(text)
      case .wait: break
      }
    }

    func effect(of action: ChildAction, state: [String]) -> EffectProgram<ChildAction> {
      if case .wait = action { .run(EffectOptions(id: "wait")) { _ in try await untilCancelled() } } else { .none }
    }
  }

  final class FeatureRows: Feature {
    @Observable
    final class State {
      var rows: Rows
      init(_ rows: Rows) { self.rows = rows }
    }

    func handle() -> ActionHandler<RowsAction, State> {
      ActionHandler { action, state in
        switch action {
        case .change(let change): change(&state.rows)
        case .heard(let text): state.rows.heard.append(text)
        }
        return .none
      }
    }
  }

  private typealias ReduxJournal = ReduxBridge.Store<ReduxChild>
  private typealias ElmJournal = ElmEngine.Store<[String], ChildAction>

  private let executor = TestExecutor()
  private var options: StoreOptions { StoreOptions(executor: executor) }

  private func reduxParent(_ rows: Rows = Rows()) -> ReduxBridge.Store<ReduxRows> {
    ReduxBridge.Store(feature: ReduxRows(), initialState: rows, options: options)
  }

  private func featureParent(_ rows: Rows = Rows()) -> FeatureEngine.Store<FeatureRows> {
    FeatureEngine.Store(initialState: FeatureRows.State(rows), feature: FeatureRows(), options: options)
  }

  private func reduxChild(_ text: String) -> ReduxJournal {
    ReduxJournal(feature: ReduxChild(), initialState: [text], options: options)
  }

  private func elmChild(_ text: String) -> ElmJournal {
    ElmJournal(initialState: [text], options: options) { state, action in
      switch action {
      case .told(let text), .said(let text): state.append(text)
      case .wait: return .run(id: "wait") { _ in try await untilCancelled() }
      }
      return .none
    }
  }

  private func host(_ text: String) -> EffectHost<[String], ChildAction, Void> {
    EffectHost(state: [text], options: options) { state, event in
      switch event {
      case .told(let text), .said(let text): state.append(text)
      case .wait: return .run(id: "wait") { _, _ in try await untilCancelled() }
      }
      return nil
    }
  }

  private func output(_ action: ChildAction, _ state: [String]) -> RowsAction? {
    if case .said(let text) = action { .heard("\(text) of \(state.count)") } else { nil }
  }

  // MARK: One

  /// Checks a child of a parent on any engine.
  private func check<Child: StoreEngine<[String], ChildAction>>(
    _ child: ChildStore<Child>,
    of send: (@escaping @Sendable (inout Rows) -> Void) -> Void,
    heard: () -> [String]
  ) {
    #expect(child.store == nil)
    send { $0.title = "a" }
    let store = child.store
    send { $0.title = "b" }
    #expect(store?.state == ["a", "b"])
    store?.send(.said("c"), at: .unknown)
    #expect(heard() == ["c of 3"])
    store?.send(.wait, at: .unknown)
    #expect(store?.isTaskRunning(id: "wait") == true)
    send { $0.title = nil }
    #expect(child.store == nil)
    #expect(store?.runningTaskCount == 0)
    store?.send(.said("late"), at: .unknown)
    #expect(heard() == ["c of 3"])
  }

  @Test func `a parent on ReduxBridge has a child on each engine`() {
    func input(_ text: String, _ child: some StoreEngine<[String], ChildAction>) {
      child.send(.told(text), at: .unknown)
    }
    let parents = (reduxParent(), reduxParent(), reduxParent())
    check(parents.0.child(\.title, make: reduxChild, input: input, output: output)) { change in
      parents.0.send(.change(change))
    } heard: {
      parents.0.state.heard
    }
    check(parents.1.child(\.title, make: elmChild, input: input, output: output)) { change in
      parents.1.send(.change(change))
    } heard: {
      parents.1.state.heard
    }
    check(parents.2.child(\.title, make: host, input: input, output: output)) { change in
      parents.2.send(.change(change))
    } heard: {
      parents.2.state.heard
    }
  }

  @Test func `a parent on FeatureEngine has a child on each engine`() {
    func input(_ text: String, _ child: some StoreEngine<[String], ChildAction>) {
      child.send(.told(text), at: .unknown)
    }
    let parents = (featureParent(), featureParent(), featureParent())
    check(parents.0.child(\.rows.title, make: reduxChild, input: input, output: output)) { change in
      parents.0.send(.change(change))
    } heard: {
      parents.0.state.rows.heard
    }
    check(parents.1.child(\.rows.title, make: elmChild, input: input, output: output)) { change in
      parents.1.send(.change(change))
    } heard: {
      parents.1.state.rows.heard
    }
    check(parents.2.child(\.rows.title, make: host, input: input, output: output)) { change in
      parents.2.send(.change(change))
    } heard: {
      parents.2.state.rows.heard
    }
  }

  // MARK: Levels

  @Test func `a grandchild on another engine ends with the parent's part`() {
    let parent = featureParent()
    let middle = parent.child(\.rows.title) { (_: String) in self.reduxParent(Rows(rows: [Row(id: 1)])) }
    parent.send(.change { $0.title = "a" })
    let store = middle.store
    let rows = store?.children(\.rows) {
      self.host($0.text)
    } output: { id, action, _ in
      if case .said(let text) = action { .heard("\(id) \(text)") } else { nil }
    }
    let row = rows?[1]
    row?.send(.wait)
    row?.send(.said("b"))
    #expect(store?.state.heard == ["1 b"])
    parent.send(.change { $0.title = nil })
    #expect(rows?.ids == [])
    #expect(row?.runningTaskCount == 0)
  }

  @Test func `the children of a host end when its view disappears, and are made again when it appears`() {
    let parent = EffectHost<Rows, RowsAction, Void>(state: Rows(rows: [Row(id: 1)]), options: options) { state, event in
      if case .change(let change) = event { change(&state) }
      return nil
    }
    parent.appear()
    let rows = parent.children(\.rows) { self.elmChild($0.text) }
    let row = rows[1]
    row?.send(.wait)
    parent.disappear()
    #expect(rows.ids == [])
    #expect(row?.runningTaskCount == 0)
    parent.state.rows.append(Row(id: 2))
    #expect(rows.ids == [])
    parent.appear()
    #expect(rows.ids == [1, 2])
  }

  // The older change ended the child that the newer one had made.
  @Test func `a part that an observer writes while its child is made has a child for the new value`() {
    let parent = EffectHost<Rows, RowsAction, Void>(state: Rows(rows: [Row(id: 1)]), options: options) { _, _ in nil }
    parent.appear()
    let child = parent.child(\.rows.first) { self.elmChild("\($0.id)") }
    parent.disappear()
    withObservationTracking {
      _ = child.store
    } onChange: {
      MainActor.assumeIsolated { parent.state.rows[0] = Row(id: 2) }
    }
    parent.appear()
    child.store?.send(.wait)
    #expect(child.store?.state == ["2"])
    #expect(child.store?.runningTaskCount == 1)
  }

  // The child was there, without its part, until the next change.
  @Test func `a part that an observer removes while its child is made has no child`() {
    let parent = EffectHost<Rows, RowsAction, Void>(state: Rows(rows: [Row(id: 1)]), options: options) { _, _ in nil }
    parent.appear()
    let child = parent.child(\.rows.first) { self.elmChild("\($0.id)") }
    parent.disappear()
    withObservationTracking {
      _ = child.store
    } onChange: {
      MainActor.assumeIsolated { parent.state.rows = [] }
    }
    parent.appear()
    #expect(child.store == nil)
  }

  @Test func `a part that departs by a send of what makes its child has no child`() {
    let parent = reduxParent(Rows(title: "a"))
    var made: [ElmJournal] = []
    // The parent is idle: the send is handled inside the closure.
    let child = parent.child(\.title) { [weak parent] (text: String) in
      parent?.send(.change { $0.title = nil })
      let store = self.elmChild(text)
      made.append(store)
      return store
    }
    #expect(child.store == nil)
    #expect(made.count == 1)
    made.first?.send(.wait)
    #expect(made.first?.runningTaskCount == 0)
  }

  @Test func `a host that has ended as a child begins no further lifetime`() {
    let parent = reduxParent(Rows(title: "a"))
    let child = parent.child(\.title) { (text: String) in
      EffectHost<[String], ChildAction, Void>(state: [text], initialEvent: .wait, options: self.options) {
        state,
        event in
        if case .wait = event { return .run(id: "wait") { _, _ in try await untilCancelled() } }
        return nil
      }
    }
    let store = child.store
    parent.send(.change { $0.title = nil })
    // As a view does that still shows it.
    store?.appear()
    #expect(store?.runningTaskCount == 0)
  }

  // MARK: Many

  @Test func `a change of an element and an output reach only one of a thousand children on another engine`() {
    let rows = (0..<1_000).map { Row(id: $0) }
    let redux = reduxParent(Rows(rows: rows))
    let feature = featureParent(Rows(rows: rows))
    let ofRedux = redux.children(\.rows) {
      self.host($0.text)
    } input: { row, host in
      host.send(.told(row.text))
    } output: { id, action, state in
      self.output(action, state + ["\(id)"])
    }
    let ofFeature = feature.children(\.rows.rows) {
      self.reduxChild($0.text)
    } input: { row, child in
      child.send(.told(row.text))
    } output: { id, action, state in
      self.output(action, state + ["\(id)"])
    }
    redux.send(.change { $0.rows[500].text = "a" })
    feature.send(.change { $0.rows[500].text = "a" })
    #expect(ofRedux.stores.filter { $0.state.count > 1 }.map(\.state) == [["", "a"]])
    #expect(ofFeature.stores.filter { $0.state.count > 1 }.map(\.state) == [["", "a"]])
    ofRedux[999]?.send(.said("b"))
    ofFeature[999]?.send(.said("b"))
    #expect(redux.state.heard == ["b of 3"] && feature.state.rows.heard == ["b of 3"])
    redux.send(.change { $0.rows.removeFirst(999) })
    feature.send(.change { $0.rows.removeFirst(999) })
    #expect(ofRedux.ids == [999] && ofFeature.ids == [999])
  }
}
