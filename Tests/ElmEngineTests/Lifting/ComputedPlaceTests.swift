import ElmEngine
import StoreTesting
import Testing
import _StoreTestSupport

/// Children in computed properties, which may store something other than what they were given.
@MainActor
@Suite struct ComputedPlaceTests {
  private struct Job: Equatable, Identifiable {
    let id: Int
    var isDone = false
    var part: [Int]? = []
  }

  private struct Jobs: Equatable {
    var queue: [Job]

    /// The first job; one that is done makes room for the next.
    var current: Job? {
      get { queue.first }
      set {
        guard let newValue else { return }
        if newValue.isDone { queue.removeFirst() } else { queue[0] = newValue }
      }
    }

    /// The same as an element.
    var list: [Job] {
      get { Array(queue.prefix(1)) }
      set { current = newValue.first }
    }

    /// A job that is always there, and loses its part when it is done.
    var last: Job {
      get { queue[queue.count - 1] }
      set {
        queue[queue.count - 1] = newValue
        if newValue.isDone { queue[queue.count - 1].part = nil }
      }
    }
  }

  private enum JobAction: Sendable {
    case begin
    case finish
    case note
    case part
  }

  private enum JobsAction: Sendable {
    case job(JobAction)
    case listed(Int, JobAction)
  }

  private let executor = TestExecutor()

  private static let job = ComposedReducer<Job, JobAction> { job, action in
    switch action {
    case .begin: return .run { _ in try await untilCancelled() }
    case .finish: job.isDone = true
    case .note, .part: break
    }
    return .none
  }
  .lifting(
    ComposedReducer<[Int], JobAction> { _, _ in .run { _ in try await untilCancelled() } },
    at: Child(\.part, id: "part") {
      $0
    } extract: {
      if case .part = $0 { $0 } else { nil }
    }
  )

  private static let none = ComposedReducer<Jobs, JobsAction> { _, _ in .none }

  private static func action(_ action: JobsAction) -> JobAction? {
    if case .job(let action) = action { action } else { nil }
  }

  private static let reducers: [String: ComposedReducer<Jobs, JobsAction>] = [
    "property": none.lifting(
      job,
      at: Child(\.current, id: "job") {
        .job($0)
      } extract: {
        action($0)
      }
    ),
    "element": none.lifting(
      job,
      at: ChildList(\.list, id: "job") {
        .listed($0, $1)
      } extract: { action in
        if case .listed(let id, let action) = action { (id, action) } else { nil }
      }
    ),
  ]

  private func store(_ reducer: ComposedReducer<Jobs, JobsAction>, _ ids: Int...) -> Store<Jobs, JobsAction> {
    let state = Jobs(queue: ids.map { Job(id: $0) })
    return Store(initialState: state, options: StoreOptions(executor: executor), reducer: reducer)
  }

  @Test(arguments: ["property", "element"])
  func `a child that its own place replaces has left`(place: String) throws {
    let store = store(try #require(Self.reducers[place]), 1, 2)
    func send(_ action: JobAction, to id: Int) { store.send(place == "element" ? .listed(id, action) : .job(action)) }
    send(.begin, to: 1)
    send(.note, to: 1)
    #expect(store.runningTaskCount == 1)
    send(.finish, to: 1)
    #expect(store.state.queue.map(\.id) == [2])
    #expect(store.runningTaskCount == 0)
    send(.begin, to: 2)
    send(.note, to: 2)
    #expect(store.runningTaskCount == 1)
    store.cancelAll()
  }

  @Test func `a child of a child that is always present leaves with the write that removes it`() {
    let reducer = Self.none.lifting(
      Self.job,
      at: Child(\.last, id: "last") {
        .job($0)
      } extract: {
        Self.action($0)
      }
    )
    let store = store(reducer, 1)
    store.send(.job(.part))
    store.send(.job(.begin))
    #expect(store.runningTaskCount == 2)
    store.send(.job(.finish))
    #expect(store.state.last.part == nil)
    #expect(store.runningTaskCount == 1)
    store.cancelAll()
  }
}
