#if Servers
import InMemoryTracing
import ReduxBridge
import StoreCore
import StoreTesting
import StoreTracing
import Testing
import Tracing

@MainActor
@Suite struct TracingObserverTests {
  private let tracer = InMemoryTracer()
  private let observer: TracingObserver

  init() { observer = TracingObserver(tracer: tracer) }

  // MARK: What was traced

  /// The names of the span above that of each name.
  private var parents: [String: [String]] {
    let spans = tracer.finishedSpans
    let names = Dictionary(uniqueKeysWithValues: spans.map { ($0.spanID, $0.operationName) })
    return Dictionary(grouping: spans, by: \.operationName).mapValues { spans in
      spans.map { span in span.parentSpanID.map { names[$0] ?? "unknown" } ?? "none" }.sorted()
    }
  }

  private func outcomes(of name: String) -> [String] {
    tracer.finishedSpans.filter { $0.operationName == name }.map { text("effect.outcome", of: $0) ?? "none" }.sorted()
  }

  private func text(_ attribute: String, of span: FinishedInMemorySpan) -> String? {
    if case .string(let text) = span.attributes.get(attribute) { text } else { nil }
  }

  private func span(_ name: String) throws -> FinishedInMemorySpan {
    try #require(tracer.finishedSpans.first { $0.operationName == name })
  }

  // MARK: Spans of effects

  @Test(arguments: Engine.allCases)
  func `each effect has a span with its outcome`(engine: Engine) async throws {
    let store = engine.store("orders", observer)
    let gate = Gate()
    store.send(.run("quick"))
    store.send(.run("failing") { _ in throw Failure() })
    await store.settle()
    store.send(.run("cancelled") { _ in await gate.pass() })
    store.send(.run("replaced", .replace) { _ in await gate.pass() })
    store.send(.run("replaced", .replace) { _ in await gate.pass() })
    store.send(.run("refused", .keepRunning) { _ in await gate.pass() })
    store.send(.run("refused", .keepRunning) { _ in await gate.pass() })
    store.send(.cancel("cancelled"))
    #expect(outcomes(of: "cancelled") == ["cancelled"])
    gate.open()
    await store.settle()
    #expect(outcomes(of: "quick") == ["finished"])
    #expect(outcomes(of: "failing") == ["failed"])
    #expect(outcomes(of: "replaced") == ["finished", "replaced"])
    #expect(outcomes(of: "refused") == ["finished", "refused"])
    #expect(tracer.activeSpans.isEmpty)
    #expect(tracer.finishedSpans.allSatisfy { text("store.name", of: $0) == "orders" })
    let refused = tracer.finishedSpans.first { text("effect.outcome", of: $0) == "refused" }
    #expect(try text("effect.refusal", of: #require(refused)) != nil)
  }

  @Test(arguments: Engine.allCases)
  func `the span of an effect that has failed records its error`(engine: Engine) async throws {
    let store = engine.store("orders", observer)
    store.send(.run("failing") { _ in throw Failure() })
    store.send(.run("quick"))
    await store.settle()
    let failing = try span("failing")
    #expect(failing.errors.map(\.error).count { $0 is Failure } == 1)
    #expect(failing.status?.code == .error)
    let quick = try span("quick")
    #expect(quick.errors.isEmpty)
    #expect(quick.status == nil)
  }

  @Test(arguments: Engine.allCases)
  func `a span has the place of the send`(engine: Engine) async throws {
    let store = engine.store("orders", observer)
    let place = CallSite()
    store.runtime.send(.run("quick"), at: place)
    await store.settle()
    let quick = try span("quick")
    #expect(text("code.file.path", of: quick) == "\(place.fileID)")
    #expect(quick.attributes.get("code.line.number") == .int64(Int64(place.line)))
  }

  @Test(arguments: Engine.allCases)
  func `an effect that has waited for its turn notes that it has started`(engine: Engine) async throws {
    let store = engine.store("orders", observer)
    let gate = Gate()
    store.send(.run("a", .queue(limit: 9)) { _ in await gate.pass() })
    store.send(.run("a", .queue(limit: 9)))
    store.send(.run("a", .queue(limit: 9)))
    #expect(tracer.activeSpans.count == 3)
    gate.open()
    await store.settle()
    #expect(tracer.finishedSpans.map { $0.events.map(\.name) } == [[], ["started"], ["started"]])
  }

  @Test(arguments: Engine.allCases)
  func `spans are named as the observer was told`(engine: Engine) async throws {
    let observer = TracingObserver(tracer: tracer) { info in info.id == "row 7" ? "row" : "effect" }
    let store = engine.store("orders", observer)
    store.send(.run("row 7"))
    await store.settle()
    #expect(tracer.finishedSpans.map(\.operationName) == ["row"])
  }

  // MARK: Below what is outside

  enum Way: CaseIterable, Sendable { case send, enqueue, perform, launch }

  @Test(arguments: Engine.allCases, Way.allCases)
  func `an effect is below the span of the task that sends its action`(engine: Engine, way: Way) async {
    let store = engine.store("orders", observer)
    let runtime = store.runtime
    await withSpan("request", from: tracer) { @concurrent in
      switch way {
      case .send: await runtime.send(.run("a"))
      case .enqueue: runtime.enqueue(.run("a"))
      case .perform: await runtime.inlet.perform(.run("a"), at: CallSite())
      case .launch: await runtime.launch(.run(EffectOptions(id: "a")) { _ in })
      }
    }
    await store.settle()
    #expect(parents == ["request": ["none"], "a": ["request"]])
  }

  @Test(arguments: Engine.allCases)
  func `what is handled in the turn of another sender is below the span of its own`(engine: Engine) async {
    let store = engine.store("orders", observer)
    let runtime = store.runtime
    tracer.withSpan("first") { _ in runtime.enqueue(.run("a")) }
    runtime.enqueue(.run("b"))
    // It handles those before it, and the last ones are sent by what it does itself.
    tracer.withSpan("second") { _ in store.send(.run("c")) }
    store.send(.run("d"))
    await store.settle()
    #expect(
      parents == [
        "first": ["none"], "second": ["none"], "a": ["first"], "b": ["none"], "c": ["second"], "d": ["none"],
      ]
    )
  }

  @Test(arguments: Engine.allCases)
  func `the effects of one program are beside each other`(engine: Engine) async {
    let store = engine.store("orders", observer)
    let gate = Gate()
    tracer.withSpan("request") { _ in
      store.send(.run([Job(name: "a") { _ in await gate.pass() }, Job(name: "b") { _ in }]))
    }
    gate.open()
    await store.settle()
    #expect(parents == ["request": ["none"], "a": ["request"], "b": ["request"]])
  }

  /// Its reduce waits for a gate.
  private struct Slow: FeatureType {
    let gate: Gate

    func reduce(into state: inout Int, action: String) async { await gate.pass() }

    func effect(of name: String, state: Int) -> EffectProgram<String> { .run(EffectOptions(id: name)) { _ in } }
  }

  @Test func `the effect of a handler that has suspended is below the span of the sender`() async {
    let gate = Gate()
    let options = StoreOptions(observers: [observer])
    let store = ReduxBridge.Store(feature: Slow(gate: gate), initialState: 0, options: options)
    tracer.withSpan("first") { _ in store.enqueue("a") }
    await gate.waitForArrivals(1)
    _ = tracer.withSpan("second") { _ in store.send("b") }
    gate.open()
    await store.settle()
    #expect(parents == ["first": ["none"], "second": ["none"], "a": ["first"], "b": ["second"]])
  }

  @Test func `what a handler sends to its own store is below the span of what it handles`() async throws {
    weak var weakRuntime: Runtime<String>?
    var handled: [String?] = []
    let runtime = Runtime<String>(options: StoreOptions(observers: [observer])) { name in
      handled.append(ServiceContext.current?.inMemorySpanContext?.spanID)
      if name == "a" {
        weakRuntime?.send("b")
        weakRuntime?.launch(.emit("c"))
        weakRuntime?.enqueue("d")
        return .sequence([.emit("e"), .run(EffectOptions(id: "a")) { _ in }])
      }
      return .run(EffectOptions(id: EffectID(name))) { _ in }
    }
    weakRuntime = runtime
    tracer.withSpan("request") { _ in runtime.enqueue("a") }
    await runtime.settle()
    let expected = Dictionary(uniqueKeysWithValues: ["a", "b", "c", "d", "e"].map { ($0, ["request"]) })
    #expect(parents.filter { $0.key != "request" } == expected)
    #expect(try handled == Array(repeating: span("request").spanID, count: 5))
  }

  // MARK: Below another effect

  @Test(arguments: Engine.allCases)
  func `what an effect sends is below its span`(engine: Engine) async {
    let store = engine.store("orders", observer)
    store.send(
      .run("a") { send in
        send(.run("b"))
        await send.perform(.run("c"))
        await send.send(.run("d"))
      }
    )
    await store.settle()
    #expect(parents == ["a": ["none"], "b": ["a"], "c": ["a"], "d": ["a"]])
  }

  @Test(arguments: Engine.allCases)
  func `what an effect returns is below its span`(engine: Engine) async {
    let store = engine.store("orders", observer)
    tracer.withSpan("request") { _ in
      store.send(.runReturning("a") { .runReturning("b") { .run("c") } })
    }
    await store.settle()
    #expect(parents == ["request": ["none"], "a": ["request"], "b": ["a"], "c": ["b"]])
  }

  @Test(arguments: Engine.allCases)
  func `the elements of a stream are below its span`(engine: Engine) async {
    let store = engine.store("orders", observer)
    let (elements, continuation) = AsyncStream.makeStream(of: Order.self)
    continuation.yield(.run("b"))
    continuation.yield(.run("c"))
    continuation.finish()
    tracer.withSpan("request") { _ in
      _ = store.runtime.launch(.stream(elements, EffectOptions(id: "a")))
    }
    await store.settle()
    #expect(parents == ["request": ["none"], "a": ["request"], "b": ["a"], "c": ["a"]])
  }

  @Test(arguments: Engine.allCases)
  func `what an effect sends within a span of its own is below that`(engine: Engine) async {
    let store = engine.store("orders", observer)
    store.send(
      .run("a") { [tracer] send in
        await withSpan("inner", from: tracer) {
          send(.run("b"))
          await send.perform(.run("c"))
          await send.send(.run("d"))
        }
      }
    )
    await store.settle()
    #expect(parents == ["a": ["none"], "inner": ["a"], "b": ["inner"], "c": ["inner"], "d": ["inner"]])
  }

  @Test(arguments: Engine.allCases)
  func `an effect that is repeated and limited in time has one span, around all of it`(engine: Engine) async {
    let store = engine.store("orders", observer)
    let attempts = Locked(0)
    let program = EffectProgram<Order>.run(EffectOptions(id: "a")) { [tracer] _ in
      try await withSpan("attempt", from: tracer) {
        if attempts.withLock({
          $0 += 1
          return $0
        }) < 3 {
          throw Failure()
        }
      }
    }
    store.runtime.launch(program.timeout(after: .seconds(60)).retry(RetryPolicy(attempts: 3, delay: .zero)))
    await store.settle()
    #expect(parents == ["a": ["none"], "attempt": ["a", "a", "a"]])
  }

  // MARK: Other stores

  @Test(arguments: Engine.allCases, Way.allCases)
  func `what an effect sends to another store is below its span`(engine: Engine, way: Way) async {
    let (first, second) = (engine.store("first", observer), engine.store("second", observer))
    let runtime = second.runtime
    first.send(
      .run("a") { _ in
        switch way {
        case .send: await runtime.send(.run("b"))
        case .enqueue: runtime.enqueue(.run("b"))
        case .perform: await runtime.inlet.perform(.run("b"), at: CallSite())
        case .launch: await runtime.launch(.run(EffectOptions(id: "b")) { _ in })
        }
      }
    )
    await first.settle()
    await second.settle()
    #expect(parents == ["a": ["none"], "b": ["a"]])
  }

  @Test(arguments: Engine.allCases, Way.allCases)
  func `what a subscriber sends to another store is below the span of what it receives`(
    engine: Engine,
    way: Way
  ) async {
    let (first, second) = (engine.store("first", observer), engine.store("second", observer))
    first.runtime.subscribe(toActions: { _ in
      switch way {
      case .send: second.send(.run("b"))
      case .enqueue: second.runtime.enqueue(.run("b"))
      case .perform: second.runtime.inlet.enqueue(.run("b"), at: CallSite())
      case .launch: second.runtime.launch(.run(EffectOptions(id: "b")) { _ in })
      }
    })
    tracer.withSpan("request") { _ in first.runtime.enqueue(.run("a")) }
    await first.settle()
    await second.settle()
    #expect(parents == ["request": ["none"], "a": ["request"], "b": ["request"]])
  }

  // MARK: Without the observer

  @Test(arguments: Engine.allCases)
  func `an effect inherits no context from its sender without the observer`(engine: Engine) async {
    let store = engine.store("orders")
    let contexts = Locked<[Bool]>([])
    tracer.withSpan("request") { _ in
      store.send(.run("a") { _ in contexts.withLock { $0.append(ServiceContext.current == nil) } })
    }
    await store.settle()
    #expect(contexts.withLock { $0 } == [true])
    #expect(parents == ["request": ["none"]])
  }

  @Test(arguments: Engine.allCases)
  func `an effect has the context of its span, with what the sender's context holds`(engine: Engine) async throws {
    let store = engine.store("orders", observer)
    let contexts = Locked<[ServiceContext?]>([])
    var context = ServiceContext.topLevel
    context[RequestID.self] = 7
    ServiceContext.withValue(context) {
      store.send(.run("a") { _ in contexts.withLock { $0.append(ServiceContext.current) } })
    }
    await store.settle()
    let inside = try #require(contexts.withLock { $0 }.first ?? nil)
    #expect(inside[RequestID.self] == 7)
    #expect(try inside.inMemorySpanContext?.spanID == span("a").spanID)
  }

  @Test(arguments: Engine.allCases)
  func `a second observer makes no spans, until the first is removed`(engine: Engine) async {
    let other = InMemoryTracer()
    let store = engine.store("orders")
    let first = store.runtime.observe(observer)
    store.runtime.observe(TracingObserver(tracer: other))
    store.send(.run("a"))
    await store.settle()
    first.cancel()
    store.send(.run("b"))
    await store.settle()
    #expect(tracer.finishedSpans.map(\.operationName) == ["a"])
    #expect(other.finishedSpans.map(\.operationName) == ["b"])
  }
}

private enum RequestID: ServiceContextKey {
  typealias Value = Int
}

/// Runs an operation within a span of its own.
private nonisolated(nonsending) func withSpan(
  _ name: String,
  from tracer: InMemoryTracer,
  _ operation: nonisolated(nonsending) @Sendable () async throws -> Void
) async rethrows {
  try await tracer.withSpan(name) { _ in try await operation() }
}
#endif
