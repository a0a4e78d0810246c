import StoreCore
import StoreRecording
import StoreSimulation

/// The environment of one check of an engine: its stores, and the tasks beside them.
@MainActor
final class ConformanceStage<Adapter: ConformanceAdapter> {
  typealias Check = ConformanceCheck<Adapter>

  private let adapter: Adapter
  private var stores: [Adapter.Engine] = []
  /// The tasks beside the check, which have to end with it.
  private var tasks: [Task<Void, Never>] = []
  private var gates: [Gate] = []
  let executor = TestExecutor()
  private let isObserved: Bool
  private let recordedEvents = Recorder(Recorder.Limits(records: .max, states: 0))
  /// Whether the check needs an observer.
  private(set) var readsEvents = false
  let errors = Recorded<String>()
  let issues = Recorded<RuntimeIssue>()
  private(set) var problems: [String] = []
  /// Whether everything has become quiet each time so far.
  private var isQuiet = true
  /// The time that the executor may work before everything is quiet: a check has work for a few milliseconds.
  private static var settlingLimit: Duration { .seconds(1) }

  init(_ adapter: Adapter, isObserved: Bool) {
    self.adapter = adapter
    self.isObserved = isObserved
  }

  /// What the observers of the stores have received.
  var events: Recorder {
    readsEvents = true
    return recordedEvents
  }

  // MARK: Stores

  func makeStore(chainLimit: Int = 1_000, interceptor: (any EffectInterceptor)? = nil) -> Adapter.Engine {
    var options = StoreOptions(
      executor: executor,
      clock: TestClock(executor: executor),
      observers: isObserved ? [recordedEvents] : [],
      onError: { [errors] error, info in
        errors.append("\(error) of \(info.id.map { "\($0)" } ?? "nobody")")
      },
      onIssue: { [issues] issue in issues.append(issue) },
      chainLimit: chainLimit,
      keepsStateReadable: true,
      settlingLimit: Self.settlingLimit
    )
    options.effectInterceptor = interceptor
    let store = adapter.makeStore(options: options)
    stores.append(store)
    return store
  }

  func handled(in state: Adapter.Engine.State) -> [String] {
    adapter.handled(in: state)
  }

  func handled(by store: Adapter.Engine) -> [String] {
    adapter.handled(in: store.state)
  }

  /// Releases the stores: its caller holds none any more.
  func letGoOfStores() {
    stores = []
  }

  // MARK: Time

  /// Returns a gate that is opened when the check ends, at the latest.
  func makeGate() -> Gate {
    let gate = Gate()
    gates.append(gate)
    return gate
  }

  /// Lets everything happen that can, unless that did not end before.
  func settle() async {
    await settleOnce()
    // A handler that suspends by itself resumes in turns of the main actor that the executor does not see.
    for _ in 0..<1_000 where stores.contains(where: \.runtime.core.isHandlerSuspended) { await settleOnce() }
  }

  private func settleOnce() async {
    guard isQuiet else { return }
    isQuiet = await SettlingTurns(of: executor).settle { false }
    expect(isQuiet, "The store never became quiet: its effects worked for \(Self.settlingLimit), and went on.")
  }

  /// Runs a task beside the check, which may never end if the engine is broken.
  ///
  /// - Returns: a flag that is set when it has ended.
  func beside(_ body: @escaping @MainActor @Sendable () async -> Void) -> Flag {
    let hasEnded = Flag()
    tasks.append(
      // Ended by `end`, at the latest. If it leaves the main actor, it does so for the executor that `settle` follows.
      Task.detached(executorPreference: executor) {
        await body()
        hasEnded.set()
      }
    )
    return hasEnded
  }

  func end() async {
    for gate in gates { gate.open() }
    for task in tasks { task.cancel() }
    for store in stores { store.cancel(.all) }
    stores = []
    await settle()
  }

  // MARK: Expectations

  func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { problems.append(message()) }
  }

  func expect(_ store: Adapter.Engine, hasHandled names: [String], _ comment: String = "") {
    let handled = handled(by: store)
    expect(
      handled == names,
      "It handled \(list(handled)) instead of \(list(names))\(comment.isEmpty ? "" : ", \(comment)")."
    )
  }

  func list(_ names: [String]) -> String {
    names.isEmpty ? "nothing" : names.joined(separator: ", ")
  }
}
