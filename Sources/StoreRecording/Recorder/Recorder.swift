public import StoreCore
import Synchronization

/// An observer that keeps the last events and states of stores, for all views of what they did.
///
/// ```swift
/// let recorder = Recorder()
/// let store = Store(initialState: Search(), options: StoreOptions(observers: [recorder]), reduce: reduce)
/// // …
/// for line in recorder.recording.lines { print(line) }
/// ```
///
/// It observes any number of stores, of all engines. It keeps the actions in its events alive. Nothing is formatted or
/// compared when an event comes, only when a view of the ``recording`` is asked for.
///
/// - Complexity: O(1) for each event. A state that is kept is copied by the next change in place; an object is copied by
///   reflection at once.
public final class Recorder: StateObserver {
  /// Always `true`: records have times.
  public let needsTime = true
  /// Whether states are kept.
  public var needsStates: Bool { limits.states > 0 }

  private let limits: Limits
  private let clockTime: (@Sendable () -> Duration)?
  private let ring: Locked<RecordRing<CheckedContinuation<Void, Never>>>
  private let stores = Locked(KnownStores())
  private let states = StateShelf()
  private let waitCount = Atomic<UInt64>(0)
  private let hasFailed = Atomic(false)

  /// Creates an empty recorder.
  ///
  /// - Parameters:
  ///   - limits: How much it keeps.
  ///   - clockTime: The time of a record by a clock of the stores, such as a test's.
  public init(_ limits: Limits = Limits(), clockTime: (@Sendable () -> Duration)? = nil) {
    self.limits = limits
    self.clockTime = clockTime
    ring = Locked(RecordRing(capacity: limits.records))
  }

  deinit {
    guard needsStates else { return }
    // The last reference may be released anywhere.
    Task { @MainActor [states] in states.removeAll() }
  }

  // MARK: Recording

  /// Notes the names of a store's engine, its state and its actions.
  @MainActor
  public func begin(_ store: StoreHandle) {
    guard stores.withLock({ $0.add(store) }) else { return }
    let recorded = ring.withLock { $0.stores }
    stores.withLock { $0.removeEnded(except: recorded) }
  }

  /// Keeps an event.
  public func receive(_ event: RuntimeEvent) {
    keep(.event(event), of: event.store, at: event.time)
  }

  /// Keeps the states of a store: the first, and those of events.
  public func stateReader(for store: StoreIdentity) -> @MainActor (StateReading) -> Void {
    var isObject: Bool?
    var estimate = StateEstimate()
    return { [self] reading in
      let event = reading.event
      guard let state = reading.state, isObject == nil || event != nil else { return }
      let copies = isObject ?? (type(of: state) is AnyClass)
      isObject = copies
      let number = keep(.state(after: event?.kind.actionID), of: store, at: event?.time)
      // An object changes afterwards.
      let value = copies ? StateCopy(of: state).contents : state
      let bytes = estimate.bytes(of: value)
      states.keep(value, at: number, of: store, bytes: bytes, limits: limits) { ring.withLock { $0.lost } }
    }
  }

  /// Keeps a remark, such as a step of a test.
  public func note(_ text: String) {
    keep(.note(text), of: nil, at: nil)
  }

  @discardableResult
  private func keep(_ content: Record.Content, of store: StoreIdentity?, at time: Duration?) -> UInt64 {
    let (time, clockTime) = (time ?? ObserverHub.now, clockTime?())
    let (number, oldest, waiters) = ring.withLock { ring in
      ring.append(content, of: store, at: time, clockTime: clockTime)
    }
    for waiter in waiters { waiter.resume() }
    // Released outside the lock: deallocating a user's action may call back.
    withExtendedLifetime(oldest) {}
    return number
  }

  // MARK: Reading

  /// All that is kept now.
  public var recording: Recording {
    let (records, lost) = records(after: 0, limit: .max)
    return Recording(records: records, lost: lost, known: stores.withLock { $0.handles }.mapValues { StoreRecord($0) })
  }

  /// The number of stores of which it knows the names, for tests of its bounds.
  package var knownStoreCount: Int { stores.withLock { $0.handles.count } }

  /// The stores that it has observed and that have not been deallocated.
  var liveStores: [StoreHandle] { stores.withLock { Array($0.handles.values) } }

  /// Returns what is known of a store besides its records.
  package func record(of store: StoreIdentity) -> StoreRecord {
    stores.withLock { $0.handles[store] }.map { StoreRecord($0) } ?? StoreRecord(store)
  }

  /// The number of lines of the recording, if no state and all records are kept.
  package var lineCount: Int { Int(lastNumber) }

  /// The number of the last record; 0 if there is none.
  package var lastNumber: UInt64 { ring.withLock { $0.last } }

  /// Returns whether no test has asked before: a test's first failure shows the session.
  package func isFirstFailure() -> Bool { !hasFailed.exchange(true, ordering: .relaxed) }

  /// Returns the records after a number, which is that of the last one that the caller has.
  ///
  /// - Parameters:
  ///   - number: The number; 0 for all.
  ///   - limit: The number of records to return at most.
  /// - Returns: The records, and the number of those after `number` that are not kept any more.
  public func records(after number: UInt64, limit: Int) -> (records: [Record], lost: UInt64) {
    ring.withLock { $0.records(after: number, limit: limit) }
  }

  /// Waits until there is a record after a number, or the task is cancelled.
  public func waitForRecord(after number: UInt64) async {
    let id = waitCount.wrappingAdd(1, ordering: .relaxed).newValue
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // A cancellation that came before does not find the wait.
        let waits = ring.withLock { !Task.isCancelled && $0.wait(continuation, id: id, after: number) }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      ring.withLock { $0.cancelWait(id) }?.resume()
    }
  }

  /// Returns the state of a store at the time of a record: the last one that was kept until then.
  ///
  /// Of an object, it is a copy of the properties.
  @MainActor
  public func state(of store: StoreIdentity, at number: UInt64) -> Any? {
    states.state(of: store, at: number)?.state
  }

  /// Returns the last state that was kept until a record, with the number of its own record.
  @MainActor
  package func keptState(of store: StoreIdentity, at number: UInt64) -> (state: Any, number: UInt64)? {
    states.state(of: store, at: number)
  }
}
