import EffectViewEngine
import ElmEngine
import FeatureEngine
import ReduxBridge
import StoreScoping
import StoreTesting
import Testing
import _StoreTestSupport

/// A cancel of a name of another type, or of one that only a child has, in each spelling of each engine.
@MainActor
@Suite(.enabled(if: isDebugBuild)) struct UnmatchedCancelsOfEnginesTests {
  private let issues = IssueLog()
  private var options: StoreOptions { StoreOptions(onIssue: issues.record) }

  private let launches = EffectProgram<String>.merge([
    .run(id: "1") { _ in try await untilCancelled() }, .run(id: "2") { _ in try await untilCancelled() },
    .run(id: "3") { _ in try await untilCancelled() }, .run(id: "4") { _ in try await untilCancelled() },
  ])

  /// Expects one issue for each cancel, on the lines that follow the given one.
  private func expectReports(_ store: some StoreEngine<some Any, String>, after line: UInt, count: UInt) {
    #expect(store.runningTaskCount == 4)
    #expect(issues.all.map(\.location?.line) == (1...count).map { line + $0 })
    store.cancelAll()
  }

  @Test func `ElmEngine reports a cancel that finds nothing`() {
    let store = ElmEngine.Store<Int, String>(initialState: 0, options: options) {
      (_: inout Int, action: String) -> ElmEngine.Effect<String> in
      switch action {
      case "start": .program(launches)
      case "effect": .cancel(1)
      default: .cancel(id: 4)
      }
    }
    store.send("start")
    let line = UInt(#line)
    store.send("effect")
    store.cancel(2)
    store.cancel(.ids([3]))
    store.send("effect in the common word")
    expectReports(store, after: line, count: 4)
  }

  @Test func `EffectViewEngine reports a cancel that finds nothing`() {
    let host = EffectHost<Int, String, Void>(state: 0, options: options) { _, event in
      switch event {
      case "start": .program(launches)
      case "effect": .cancel(1)
      default: .cancel(ids: [4])
      }
    }
    host.appear()
    host.send("start")
    let line = UInt(#line)
    host.send("effect")
    host.cancel(2)
    host.cancel(.id(3))
    host.send("effect in the common word")
    expectReports(host, after: line, count: 4)
  }

  @Test func `FeatureEngine reports a cancel that finds nothing`() {
    let feature = ClosureFeature { action in
      switch action {
      case "start": .program(launches)
      case "effect": .cancel(id: 1)
      default: .cancel(ids: [4])
      }
    }
    let store = FeatureEngine.Store(initialState: ClosureFeature.Nothing(), feature: feature, options: options)
    store.send("start")
    let line = UInt(#line)
    store.send("effect")
    store.cancelTask(id: 2)
    store.cancelTasks(ids: [3])
    store.send("effects")
    expectReports(store, after: line, count: 4)
  }

  private struct Loading: FeatureType {
    struct State: Sendable { var isLoading = false }
    let launches: EffectProgram<String>

    func reduce(into state: inout State, action: String) async {}

    func effect(of action: String, state: State) -> EffectProgram<String> {
      switch action {
      case "start": launches
      case "effect": .cancel(id: 1)
      default: .cancel(ids: [4])
      }
    }
  }

  @Test func `ReduxBridge reports a cancel that finds nothing`() {
    let store = ReduxBridge.Store(feature: Loading(launches: launches), initialState: Loading.State(), options: options)
    store.send("start")
    let line = UInt(#line)
    store.send("effect")
    store.cancel(id: 2)
    store.cancel(ids: [3])
    store.send("effects")
    expectReports(store, after: line, count: 4)
  }
}
