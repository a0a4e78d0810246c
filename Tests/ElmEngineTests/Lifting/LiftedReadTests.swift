import ElmEngine
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Effects of lifted children, which read their child's state.
@MainActor
@Suite struct LiftedReadTests {
  struct Counter: Equatable, Identifiable, Sendable {
    let id: Int
    var count = 0
  }

  struct Page: Equatable, Sendable {
    var always = Counter(id: 0)
    var optional: Counter? = Counter(id: 1)
    var rows = [Counter(id: 7), Counter(id: 8)]
  }

  struct Book: Equatable, Sendable {
    var page = Page()
  }

  enum CounterAction: Sendable {
    case add
    case read
    case performed
  }

  enum PageAction: Sendable {
    case always(CounterAction)
    case optional(CounterAction)
    case row(Int, CounterAction)
    case replace(Counter?)
    case dropRows
  }

  private final class Reads: Sendable {
    private let values = Locked<[Int?]>([])

    var all: [Int?] { values.withLock { $0 } }

    func add(_ value: Int?) { values.withLock { $0.append(value) } }
  }

  private let bench = TestBench(isTraced: false)
  private let reads = Reads()
  private let gate = Gate()

  private func counter() -> ComposedReducer<Counter, CounterAction> {
    ComposedReducer { [reads, gate] (state: inout Counter, action: CounterAction) in
      switch action {
      case .add:
        state.count += 1
        return .none
      case .performed:
        state.count += 100
        return .none
      case .read:
        return .run(id: "read") { send in
          send(.add)
          reads.add(await send.read { (state: Counter) in state.count })
          await gate.wait()
          reads.add(await send.read { (state: Counter) in state.count })
        }
      }
    }
  }

  private func page() -> ComposedReducer<Page, PageAction> {
    ComposedReducer { (state: inout Page, action: PageAction) in
      switch action {
      case .replace(let counter): state.optional = counter
      case .dropRows: state.rows = []
      case .always, .optional, .row: break
      }
      return .none
    }
    .lifting(
      counter(),
      at: Child(\.always, embed: PageAction.always) { if case .always(let own) = $0 { own } else { nil } }
    )
    .lifting(
      counter(),
      at: Child(\.optional, embed: PageAction.optional) { if case .optional(let own) = $0 { own } else { nil } }
    )
    .lifting(
      counter(),
      at: ChildList(\.rows, embed: PageAction.row) { if case .row(let id, let own) = $0 { (id, own) } else { nil } }
    )
  }

  private func book() -> Store<Book, PageAction> {
    let whole = ComposedReducer<Book, PageAction> { _, _ in .none }
      .lifting(page(), at: Child(\.page, embed: { $0 }) { $0 })
    return Store(initialState: Book(), options: bench.options, reducer: whole)
  }

  @Test(arguments: [PageAction.always(.read), .optional(.read), .row(8, .read)])
  func `an effect reads its own child, two levels below the store`(action: PageAction) async {
    let store = book()
    store.send(action)
    await store.settle()
    gate.open()
    await store.settle()
    #expect(reads.all == [1, 1])
    #expect(store.state.page.rows.first?.count == 0)
  }

  @Test func `a child that has departed has nothing to read`() async {
    let store = book()
    store.send(.optional(.read))
    store.send(.row(7, .read))
    await store.settle()
    #expect(reads.all == [1, 1])
    // Their effects end with them, so that what is read is nothing, even if another child is in the place.
    store.send(.replace(Counter(id: 2, count: 50)))
    store.send(.dropRows)
    gate.open()
    await store.settle()
    #expect(reads.all == [1, 1, nil, nil])
  }

  @Test func `a value after an action is the child's, too`() async {
    let child = ComposedReducer<Counter, CounterAction> { [reads] state, action in
      switch action {
      case .performed: state.count += 100
      case .read:
        return .run { send in
          reads.add(await send.perform(.performed, returning: { (state: Counter) in state.count }, at: CallSite()))
        }
      case .add: break
      }
      return .none
    }
    let whole = ComposedReducer<Page, CounterAction> { _, _ in .none }
      .lifting(child, at: Child(\.always, embed: { $0 }) { $0 })
    let store = Store(initialState: Page(), options: bench.options, reducer: whole)
    store.send(.read)
    await store.settle()
    #expect(reads.all == [100])
  }

  @Test func `an effect that is lifted by hand reads its child, too`() async {
    let lift = EffectLift<CounterAction, CounterAction>(reading: { (page: Page) in page.always }, { $0 })
    let store = Store(initialState: Page(), options: bench.options) { [reads] (page: inout Page, _: CounterAction) in
      page.always.count += 3
      let effect: Effect<CounterAction> = .run { send in
        reads.add(await send.read { (state: Counter) in state.count })
      }
      return effect.lifted(to: EffectScope("always"), by: lift)
    }
    store.send(.read)
    await store.settle()
    #expect(reads.all == [3])
  }

  @Test func `an effect that a scope launches reads the scope's state`() async {
    let store = book()
    let scope = store.scope(Child(\.page, embed: { $0 }) { $0 }).scope(
      Child(\.always, embed: PageAction.always) { if case .always(let own) = $0 { own } else { nil } }
    )
    scope.launch(.run { [reads] send in reads.add(await send.read { (state: Counter) in state.count + 5 }) })
    await store.settle()
    #expect(reads.all == [5])
  }
}
