import ElmEngine
import Observation
import StoreTesting
import Testing

/// The state in a reducer, and before and after it.
@MainActor
@Suite struct StoreStateTests {
  private nonisolated static func consuming(
    state: consuming UniquenessProbe,
    action: Int
  ) -> (UniquenessProbe, Effect<Int>) {
    var newState = state
    newState.change()
    return (newState, .none)
  }

  private func sendTwice<State>(to store: Store<State, Int>) -> State {
    store.send(1)
    store.send(2)
    return store.state
  }

  // MARK: In place

  private nonisolated static var isOptimized: Bool {
    #if DEBUG
    false
    #else
    true
    #endif
  }

  @Test(.enabled(if: Self.isOptimized, "Without optimisation a closure keeps its parameter until it returns."))
  func `a closure changes the state in place`() {
    let store = Store<UniquenessProbe, Int>(initialState: UniquenessProbe()) { state, _ in
      var newState = state
      newState.change()
      return (newState, .none)
    }

    #expect(sendTwice(to: store).changesInPlace == [true, true])
  }

  @Test func `inout closures change the state in place`() {
    let plain = Store<UniquenessProbe, Int>(initialState: UniquenessProbe()) { state, _ in
      state.change()
      return .none
    }
    let withEnvironment = Store<UniquenessProbe, Int>(initialState: UniquenessProbe(), environment: 0) { state, _, _ in
      state.change()
      return .none
    }
    let cancels: @MainActor (Int) -> [EffectID] = { _ in ["x"] }
    let cancelling = Store<UniquenessProbe, Int>(initialState: UniquenessProbe(), cancelsOn: cancels) { state, _ in
      state.change()
      return .none
    }

    for store in [plain, withEnvironment, cancelling] {
      #expect(sendTwice(to: store).changesInPlace == [true, true])
    }
  }

  @Test func `a function that consumes its state changes it in place`() {
    let store = Store(initialState: UniquenessProbe(), reduce: Self.consuming)

    #expect(sendTwice(to: store).changesInPlace == [true, true])
  }

  @Test(.enabled(if: Self.isOptimized, "Without optimisation a closure keeps its parameter until it returns."))
  func `closures with an environment or names to cancel change the state in place`() {
    let withEnvironment = Store<UniquenessProbe, Int>(initialState: UniquenessProbe(), environment: 0) { state, _, _ in
      var newState = state
      newState.change()
      return (newState, .none)
    }
    let cancels: @MainActor (Int) -> [EffectID] = { _ in ["x"] }
    let cancelling = Store<UniquenessProbe, Int>(initialState: UniquenessProbe(), cancelsOn: cancels) { state, _ in
      var newState = state
      newState.change()
      return (newState, .none)
    }

    for store in [withEnvironment, cancelling] {
      #expect(sendTwice(to: store).changesInPlace == [true, true])
    }
  }

  @Test func `a store that keeps its state readable changes a copy`() {
    let options = StoreOptions(keepsStateReadable: true)
    let pure = Store<UniquenessProbe, Int>(initialState: UniquenessProbe(), options: options) { state, _ in
      var newState = state
      newState.change()
      return (newState, .none)
    }
    let inPlace = Store<UniquenessProbe, Int>(initialState: UniquenessProbe(), options: options) { state, _ in
      state.change()
      return .none
    }

    for store in [pure, inPlace] {
      #expect(sendTwice(to: store).changesInPlace == [false, false])
    }
  }

  // MARK: Reading in the reducer

  /// Lets a reducer reach its own store.
  @MainActor
  private final class Reader<State> {
    weak var store: Store<State, Int>?
    var states: [State] = []

    func read() {
      if let store {
        states.append(store.state)
      }
    }
  }

  @Test func `a state that is kept readable reads as the previous one inside the reducer`() {
    let reader = Reader<[Int]>()
    let store = Store<[Int], Int>(
      initialState: [],
      options: StoreOptions(keepsStateReadable: true)
    ) { state, action in
      state.append(action)
      reader.read()
      return .none
    }
    reader.store = store

    #expect(sendTwice(to: store) == [1, 2])
    #expect(reader.states == [[], [1]])
  }

  private func expectExplanation(
    _ result: ExitTest.Result?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      message.contains(
        """
        Read the state of a store inside its own reducer.

        The reducer has taken the state over to change it in place, so that the store has none to show. The read may be \
        indirect: by a dependency that knows the store, or by a subscriber of another store to which the reducer sent.

        Use the reducer's parameter instead, or create the store with 'StoreOptions(keepsStateReadable: true)'.
        """
      ),
      sourceLocation: sourceLocation
    )
  }

  @Test func `reading the state inside its own reducer stops the program with an explanation`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let reader = Reader<[Int]>()
        let store = Store<[Int], Int>(initialState: []) { state, action in
          reader.read()
          return (state + [action], .none)
        }
        reader.store = store
        store.send(1)
      }
    }
    try expectExplanation(result)
  }

  /// Reads a state inside its own reducer, by a send at `sendLine`.
  private static func readInside() {
    let reader = Reader<Int>()
    let options = StoreOptions(name: "cart")
    let store = Store<Int, Int>(initialState: 0, options: options) { state, action in
      reader.read()
      return (state + action, .none)
    }
    reader.store = store
    store.send(1)
  }

  private static let sendLine = UInt(#line) - 3

  @Test func `the explanation names the store, and the line of the send in a debug build`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await StoreStateTests.readInside()
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("Read the state of the store 'cart' inside its own reducer."))
    #if DEBUG
    #expect(message.contains("StoreStateTests.swift:\(Self.sendLine): Fatal error: Read the state"))
    #endif
  }

  @Test func `reading a state of numbers inside its own reducer stops the program, too`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let reader = Reader<Int>()
        let store = Store<Int, Int>(initialState: 0) { state, action in
          reader.read()
          state += action
          return .none
        }
        reader.store = store
        store.send(1)
      }
    }
    try expectExplanation(result)
  }

  @Test func `a dependency that reads the state inside the reducer stops the program, too`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let reader = Reader<Int>()
        let store = Store<Int, Int>(initialState: 0, environment: reader) { state, action, environment in
          environment.read()
          return (state + action, .none)
        }
        reader.store = store
        store.send(1)
      }
    }
    try expectExplanation(result)
  }

  @Test func `another store's subscriber that reads the state in the reducer stops the program, too`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let reader = Reader<Int>()
        let other = Store<Int, Int>(initialState: 0) { state, action in (state + action, .none) }
        other.subscribe { _ in reader.read() }
        let store = Store<Int, Int>(initialState: 0) { state, action in
          other.send(action)
          return (state + action, .none)
        }
        reader.store = store
        store.send(1)
      }
    }
    try expectExplanation(result)
  }

  @Test func `a state of numbers that is kept readable reads as the previous one inside the reducer`() {
    let reader = Reader<Int>()
    let store = Store<Int, Int>(initialState: 10, options: StoreOptions(keepsStateReadable: true)) { state, action in
      var newState = state
      newState += action
      reader.read()
      return (newState, .none)
    }
    reader.store = store

    #expect(sendTwice(to: store) == 13)
    #expect(reader.states == [10, 11])
  }

  // MARK: Observing

  @Test func `an observer of the state is notified of the next change, once`() {
    let store = Store<[Int], Int>(initialState: []) { state, action in (state + [action], .none) }
    let changes = Recorder<String>()

    let seen = withObservationTracking {
      store.state
    } onChange: {
      changes.record("changed")
    }

    #expect(seen.isEmpty)
    #expect(changes.values.isEmpty)
    #expect(sendTwice(to: store) == [1, 2])
    #expect(changes.values.count == 1)
  }

  @Test func `an action that an observer sends is handled after the current one`() {
    let store = Store<[Int], Int>(initialState: []) { state, action in (state + [action], .none) }
    withObservationTracking {
      _ = store.state
    } onChange: {
      MainActor.assumeIsolated { _ = store.send(2) }
    }

    store.send(1)

    #expect(store.state == [1, 2])
  }

  @Test func `a subscriber gets each state after its change until it cancels`() {
    let store = Store<[Int], Int>(initialState: []) { state, action in (state + [action], .none) }
    var states: [[Int]] = []

    let subscription = store.subscribe { states.append($0) }
    #expect(sendTwice(to: store) == [1, 2])
    subscription.cancel()
    store.send(3)

    #expect(states == [[1], [1, 2]])
  }
}
