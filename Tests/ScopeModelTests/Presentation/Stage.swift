import EffectViewEngine
import ElmEngine
import FeatureEngine
import ReduxBridge
import StoreCore
import StoreScoping
import StoreSimulation
import _StoreTestSupport

/// What is presented.
struct Sheet: Equatable, Identifiable, Sendable {
  let id: Int
}

enum SheetAction: Equatable, Sendable {
  case open(Int)
  case begin
  case close
  case dismiss
}

/// What an engine does with the actions, and what it has noted.
struct Desk: Equatable, Sendable {
  var sheet: Sheet?
  /// The sheets that dismissals have closed.
  var dismissed: Set<Int> = []

  mutating func follow(_ action: SheetAction) {
    switch action {
    case .open(let id): sheet = Sheet(id: id)
    case .begin: break
    case .close: sheet = nil
    case .dismiss:
      if let sheet { dismissed.insert(sheet.id) }
      sheet = nil
    }
  }
}

/// What a view does with a presented part: a binding, of which it shows only the id.
@MainActor
struct SheetBinding {
  let read: () -> Int?
  let dismiss: () -> Void

  init<Item>(_ presentation: Presentation<Item>, id: @escaping @MainActor (Item) -> Int) {
    read = { presentation.read().map(id) }
    dismiss = { presentation.write(nil) }
  }
}

/// A store of some engine, and the way in which its sheet is presented.
@MainActor
struct Stage {
  enum Engine: String, CaseIterable {
    case elm
    case feature
    case effectView
    case redux
    /// With reduces that take some time.
    case slowRedux
  }

  /// What a view is given.
  enum Way: String, CaseIterable {
    /// The scope of a key path.
    case scope
    /// The scope of a child, which ElmEngine lifts.
    case child
    /// The value.
    case value
    /// A store on another engine.
    case store
  }

  let send: (SheetAction) -> Void
  let desk: () -> Desk
  let makeBinding: () -> SheetBinding
  /// Whether effects of the sheet with an id are running.
  let isRunning: (Int) -> Bool
  /// Has a bench check a property always.
  let check: (TestBench, String, @escaping @MainActor () -> Bool) -> Void
  /// Has a bench check a property in the end.
  let checkFinally: (TestBench, String, @escaping @MainActor () -> Bool) -> Void
}

extension Stage {
  /// A sheet that is not present and whose effects are running.
  func runningOther(upTo lastID: Int) -> Int? {
    let present = desk().sheet?.id
    return (0...lastID).first { $0 != present && isRunning($0) }
  }

  private static let place = Child<Desk, SheetAction, Sheet?, SheetAction>(
    \.sheet,
    id: "sheet",
    embed: { $0 },
    extract: { $0 == .begin ? $0 : nil }
  )

  /// A value without a store.
  init() {
    @MainActor final class Place {
      let note = PresentationNote()
      var desk = Desk()
    }
    let place = Place()
    send = { place.desk.follow($0) }
    desk = { place.desk }
    makeBinding = {
      let presentation = Presentation(place.note) {
        place.desk.sheet
      } id: {
        $0.id
      } dismiss: { _ in
        place.desk.follow(.dismiss)
        return { false }
      }
      return SheetBinding(presentation) { $0.id }
    }
    isRunning = { _ in false }
    check = { _, _, _ in }
    checkFinally = { _, _, _ in }
  }

  /// A store of any engine, each of whose sheets has a store on ElmEngine too, with an effect.
  private init<Store: StoreEngine>(
    _ store: Store,
    _ keyPath: KeyPath<Store.State, Sheet?>,
    _ options: StoreOptions,
    desk: @escaping @MainActor (Store.State) -> Desk,
    isRunning: @escaping @MainActor (Int) -> Bool = { _ in false },
    makeBinding: (@MainActor (Store) -> SheetBinding)?
  ) where Store.Action == SheetAction {
    var made: [ElmStore<Int, SheetAction>] = []
    let child = store.child(keyPath) { sheet in
      let child = ElmStore(initialState: sheet.id, options: options) { (_: inout Int, _: SheetAction) in
        .run(id: "work") { _ in try await untilCancelled() }
      }
      child.send(.begin)
      made.append(child)
      return child
    }
    send = { store.send($0, at: .unknown) }
    self.desk = { desk(store.state) }
    self.isRunning = { id in isRunning(id) || made.contains { $0.state == id && $0.runningTaskCount > 0 } }
    check = { bench, name, property in bench.always(store, name) { _ in property() } }
    checkFinally = { bench, name, property in bench.finally(store, name) { _ in property() } }
    self.makeBinding = {
      if let makeBinding { return makeBinding(store) }
      return SheetBinding(child.presentation(by: store, dismiss: .dismiss, at: .unknown), id: { $0.store.state })
    }
  }

  /// A store of an engine whose state is a value.
  private init<Store: ScopableStore>(
    of store: Store,
    _ way: Way,
    _ options: StoreOptions,
    isRunning: @escaping @MainActor (Int) -> Bool = { _ in false }
  ) where Store.State == Desk, Store.Action == SheetAction {
    let makeBinding: (@MainActor (Store) -> SheetBinding)? =
      switch way {
      case .scope:
        { SheetBinding($0.presentation(of: \.sheet, dismiss: .dismiss, action: { $0 }, at: .unknown), id: { $0.id }) }
      case .child:
        {
          SheetBinding($0.presentation(of: Self.place, dismiss: .dismiss, fileID: #fileID, line: #line), id: { $0.id })
        }
      case .value: { SheetBinding($0.presentation(of: \.sheet, dismiss: .dismiss, at: .unknown), id: { $0.id }) }
      case .store: nil
      }
    self.init(store, \.sheet, options, desk: { $0 }, isRunning: isRunning, makeBinding: makeBinding)
  }

  /// `nil` if the engine has no scopes, and the way is one.
  init?(_ engine: Engine, _ way: Way, options: StoreOptions) {
    switch engine {
    case .elm:
      let sheet = ComposedReducer { (_: inout Sheet, _: SheetAction) in
        .run(id: "work") { _ in try await untilCancelled() }
      }
      let reducer = ComposedReducer { (desk: inout Desk, action: SheetAction) in
        desk.follow(action)
        return .none
      }
      .lifting(sheet, at: Self.place, appearing: .begin)
      let store = ElmStore(initialState: Desk(), options: options, reducer: reducer)
      self.init(of: store, way, options) { [weak store] id in
        store?.isTaskRunning(id: EffectID("work").scoped(to: Self.place.scope.appending(EffectID(id)))) == true
      }
    case .effectView:
      let host = EffectHost<Desk, SheetAction, Void>(state: Desk(), options: options) { desk, action in
        desk.follow(action)
        return nil
      }
      host.appear()
      self.init(of: host, way, options)
    case .redux, .slowRedux:
      let feature = DeskType(clock: engine == .slowRedux ? options.clock as? TestClock : nil)
      self.init(of: ReduxStore(feature: feature, initialState: Desk(), options: options), way, options)
    case .feature:
      guard way == .value || way == .store else { return nil }
      let store = FeatureStore(initialState: DeskFeature.State(), feature: DeskFeature(), options: options)
      let makeBinding: @MainActor (FeatureStore<DeskFeature>) -> SheetBinding = {
        SheetBinding($0.presentation(of: \.desk.sheet, dismiss: .dismiss, at: .unknown), id: { $0.id })
      }
      self.init(store, \.desk.sheet, options, desk: { $0.desk }, makeBinding: way == .store ? nil : makeBinding)
    }
  }
}

private struct DeskFeature: Feature {
  @Observable
  final class State {
    var desk = Desk()
  }

  func handle() -> ActionHandler<SheetAction, State> {
    ActionHandler { action, state in
      state.desk.follow(action)
      return .none
    }
  }
}

/// A feature whose reduces take some time, if there is a clock.
private struct DeskType: FeatureType {
  // Its own type: a sleep on any clock leaves the main actor, and the bench does not see where to.
  let clock: TestClock?

  func reduce(into state: inout Desk, action: SheetAction) async {
    if let clock { try? await clock.sleep(until: clock.now.advanced(by: .milliseconds(150))) }
    state.follow(action)
  }

  func effect(of action: SheetAction, state: Desk) -> EffectProgram<SheetAction> { .none }
}
