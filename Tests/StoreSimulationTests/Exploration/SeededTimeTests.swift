import ElmEngine
import StoreSimulation
import Testing

/// Effects that take a time that the seed decides.
@MainActor
@Suite struct SeededTimeTests {
  /// When each of some effects has ended, in milliseconds, by its name.
  private func ends(
    of names: [String],
    _ time: SeededTime,
    seed: UInt64?,
    search: SearchStrategy = .uniform
  ) async -> [String: Int] {
    let bench = TestBench(seed: seed, time: time, search: search)
    let clock = bench.clock
    let store = Store<[String: Int], String>(initialState: [:], options: bench.options) { ends, action in
      guard action.hasPrefix("ended ") else { return .cancellable({ "ended \(action)" }, EffectID(action)) }
      ends[String(action.dropFirst(6))] = Int(clock.now.offset / .milliseconds(1))
      return .none
    }
    for name in names { store.send(name) }
    await clock.runUntilIdle()
    return store.state
  }

  @Test func `an effect is late within its bounds twice: when it begins, and when it answers`() async {
    var all: Set<Int> = []
    for seed in 0..<200 as Range<UInt64> {
      let ends = await ends(of: ["load"], .latency(1...2), seed: seed)
      all.insert(ends["load"] ?? 0)
    }
    #expect(all.allSatisfy { (2_000...4_000).contains($0) })
    #expect(all.min() ?? 0 < 2_400)
    #expect(all.max() ?? 0 > 3_600)
    #expect(all.count > 100)
  }

  @Test(arguments: [SearchStrategy.fewChanges, .newOrders])
  func `a search with few changes has an effect at its minimum, or within its bounds`(search: SearchStrategy) async {
    var all: Set<Int> = []
    for seed in 0..<200 as Range<UInt64> {
      all.insert(await ends(of: ["load"], .latency(1...2), seed: seed, search: search)["load"] ?? -1)
    }
    #expect(all.allSatisfy { (2_000...4_000).contains($0) })
    #expect(all.contains(2_000))
    #expect(all.count > 50)
  }

  @Test func `the elements of a stream come late and in their order`() async {
    var times: Set<[Duration]> = []
    for seed in 0..<50 as Range<UInt64> {
      let bench = TestBench(seed: seed, time: .latency(0...1), search: .uniform)
      let clock = bench.clock
      var arrivals: [Duration] = []
      let store = Store<[Int], Int>(initialState: [], options: bench.options) { state, action in
        guard action == 0 else {
          MainActor.assumeIsolated { arrivals.append(clock.now.offset) }
          return (state + [action], .none)
        }
        let (numbers, source) = AsyncStream.makeStream(of: Int.self)
        for number in 1...5 { source.yield(number) }
        source.finish()
        return (state, .program(.stream(numbers, EffectOptions(id: "numbers"))))
      }
      store.send(0)
      await clock.runUntilIdle()
      #expect(store.state == [1, 2, 3, 4, 5])
      #expect(store.runningTaskCount == 0)
      times.insert(arrivals)
    }
    #expect(times.count > 40)
    #expect(times.allSatisfy { Set($0).count > 1 })
  }

  @Test func `a late element of a rate-limited stream is late for its limit`() async {
    let bench = TestBench(replaying: [.late(.send(2), of: "numbers#1", by: .seconds(2))])
    let clock = bench.clock
    let store = Store<[String], Int>(initialState: [], options: bench.options) { state, action in
      guard action == 0 else { return (state + ["\(action) at \(clock.now.offset / .seconds(1))"], .none) }
      let (numbers, source) = AsyncStream.makeStream(of: Int.self)
      for number in 1...3 { source.yield(number) }
      source.finish()
      let rate = StreamRate.throttle(for: .seconds(1))
      return (state, .program(.stream(numbers, EffectOptions(id: "numbers"), rate: rate)))
    }
    store.send(0)
    await clock.runUntilIdle()
    #expect(store.state == ["1 at 0.0", "2 at 2.0", "3 at 3.0"])
  }

  @Test func `the wait of a rate-limited stream is a sleep, which can be late`() async {
    let bench = TestBench(replaying: [.late(.wake(1), of: "numbers#1", by: .seconds(2))])
    let clock = bench.clock
    let store = Store<[String], Int>(initialState: [], options: bench.options) { state, action in
      guard action == 0 else { return (state + ["\(action) at \(clock.now.offset / .seconds(1))"], .none) }
      let (numbers, source) = AsyncStream.makeStream(of: Int.self)
      for number in 1...2 { source.yield(number) }
      source.finish()
      let rate = StreamRate.throttle(for: .seconds(1))
      return (state, .program(.stream(numbers, EffectOptions(id: "numbers"), rate: rate)))
    }
    store.send(0)
    await clock.runUntilIdle()
    #expect(store.state == ["1 at 0.0", "2 at 3.0"])
  }

  @Test func `reordering delays the wait of a debounce, and not the interval of a throttle`() async {
    let bench = TestBench(time: .reordering(5...6))
    let store = Store<Int, Bool>(initialState: 0, options: bench.options) { state, isThrottled in
      let (effect, second) = (Effect<Bool>.run { _ in }, Duration.seconds(1))
      return (state, isThrottled ? effect.throttle(id: "a", for: second) : effect.debounce(id: "b", for: second))
    }
    store.send(true)
    store.send(false)
    await store.settle()
    // The interval, the beginning of the throttled operation, and the wait.
    #expect(bench.clock.deadlines.map(\.offset) == [.seconds(1), .seconds(5), .seconds(6)])
  }

  @Test func `without a seed an effect is late by its minimum, and with exact time not at all`() async {
    #expect(await ends(of: ["load"], .latency(1...2), seed: nil) == ["load": 2_000])
    #expect(await ends(of: ["load"], .latency(0...2), seed: nil) == ["load": 0])
    #expect(await ends(of: ["load"], .exact, seed: 7) == ["load": 0])
  }

  // The bounds were zero without a word.
  @Test(arguments: [false, true])
  func `bounds of which no seed can choose stop the program at the caller's line`(isNegative: Bool) async {
    // Inside the macro, all lines are its own.
    let line = isNegative ? #line + 3 : #line + 6
    let result =
      isNegative
      ? await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = SeededTime.latency(-1...2)
      }
      : await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = SeededTime.exact.effect("load", 0...0.0004)
      }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("\(#fileID):\(line): "))
    #expect(
      text.contains(
        isNegative
          ? "Latencies from -1.0 to 2.0 seconds were given.\n\nNothing comes before its time.\n"
          : "\n0.0004 is less than a millisecond, of which seeds choose whole ones.\n"
      )
    )
    #expect(text.contains("Give bounds that are 0, or at least 0.001."))
  }

  // They were a million seconds without a word.
  @Test func `bounds that are too long stop the program at the caller's line`() async {
    // Inside the macro, all lines are its own.
    let line = #line + 1
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = SeededTime.latency(0...1_000_001)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("\(#fileID):\(line): "))
    #expect(
      text.contains(
        """
        Latencies from 0.0 to 1000001.0 seconds were given.

        1000001.0 is more than 1000000.0, which is over eleven days.

        Give bounds that are 0, or at least 0.001 and at most 1000000.0.
        """
      )
    )
    #expect(SeededTime.latency(0...1_000_000) != .latency(0...999_999))
  }

  @Test func `effects of a name have bounds of their own`() async {
    for seed in 0..<20 as Range<UInt64> {
      let ends = await ends(of: ["load", "save"], .exact.effect("save", 5...6), seed: seed)
      #expect(ends["load"] == 0)
      #expect((10_000...12_000).contains(ends["save"] ?? 0))
    }
  }

  @Test(arguments: [SearchStrategy.uniform, .fewChanges])
  func `how long an effect takes depends on no other effect`(search: SearchStrategy) async {
    for seed in 0..<50 as Range<UInt64> {
      let alone = await ends(of: ["load"], .latency(0...2), seed: seed, search: search)
      let beside = await ends(of: ["save", "load", "log"], .latency(0...2), seed: seed, search: search)
      #expect(alone["load"] == beside["load"])
    }
  }

  @Test func `an operation that sleeps wakes late`() async {
    var all: Set<Duration> = []
    for seed in 0..<50 as Range<UInt64> {
      let bench = TestBench(seed: seed, time: .latency(0...1), search: .uniform)
      let clock = bench.clock
      let store = Store<Duration, Duration>(initialState: .zero, options: bench.options) { state, action in
        guard action == .zero else { return (action, .none) }
        return (
          state,
          .task {
            let start = clock.now.offset
            try await clock.sleep(for: .seconds(1))
            return clock.now.offset - start
          }
        )
      }
      store.send(.zero)
      await clock.runUntilIdle()
      all.insert(store.state)
    }
    #expect(all.allSatisfy { (.seconds(1) ... .seconds(2)).contains($0) })
    #expect(all.count > 30)
  }

  @Test func `latencies keep the order of modifiers' deadlines, and reordering does not`() async {
    var orders: Set<[Int]> = []
    for seed in 0..<50 as Range<UInt64> {
      #expect(await begins(.latency(0.001...1), seed: seed) == [1, 2, 3, 4])
      orders.insert(await begins(.reordering, seed: seed))
      // Those that are as early as possible are not recorded.
      let few = await begins(.reordering(0...0.05), seed: seed)
      #expect(few == few.sorted())
    }
    #expect(orders.count > 10)
  }

  /// The order in which effects begin that are delayed for one, two, three and four tenths of a second.
  private func begins(_ time: SeededTime, seed: UInt64) async -> [Int] {
    let bench = TestBench(seed: seed, time: time, search: .uniform)
    let store = Store<Int, Int>(initialState: 0, options: bench.options) { state, tenths in
      (state, Effect<Int>.run { _ in }.cancellable(id: "\(tenths)").delay(for: .milliseconds(tenths * 100)))
    }
    for tenths in 1...4 { store.send(tenths) }
    await bench.clock.runUntilIdle()
    // The lateness of an operation is drawn when its wait is over, and recorded unless it is zero.
    return bench.deviations.compactMap { deviation in
      if case .late(.begin, let effect, _) = deviation { Int(effect.name) } else { nil }
    }
  }

  @Test func `the actions of an effect come late and in their order`() async {
    var times: Set<[Duration]> = []
    for seed in 0..<50 as Range<UInt64> {
      let bench = TestBench(seed: seed, time: .latency(0...1), search: .uniform)
      let clock = bench.clock
      var arrivals: [Duration] = []
      let store = Store<[Int], Int>(initialState: [], options: bench.options) { state, action in
        guard action == 0 else {
          MainActor.assumeIsolated { arrivals.append(clock.now.offset) }
          return (state + [action], .none)
        }
        return (
          state,
          .run { send in
            for number in 1...5 { send(number) }
          }
        )
      }
      store.send(0)
      await clock.runUntilIdle()
      #expect(store.state == [1, 2, 3, 4, 5])
      #expect(store.runningTaskCount == 0)
      times.insert(arrivals)
    }
    #expect(times.count > 40)
  }

  @Test func `an awaited action comes after the late ones before it`() async {
    for seed in 0..<30 as Range<UInt64> {
      let bench = TestBench(seed: seed, time: .latency(0...1), search: .uniform)
      let store = Store<[Int], Int>(initialState: [], options: bench.options) { state, action in
        guard action == 0 else { return (state + [action], .none) }
        return (
          state,
          .program(
            .runOnMainActor { send in
              send(1)
              send(2)
              await send.perform(3)
            }
          )
        )
      }
      store.send(0)
      await bench.clock.runUntilIdle()
      #expect(store.state == [1, 2, 3])
    }
  }

  @Test func `an action sent before a timeout is handled before its error, however late it is`() async {
    let bench = TestBench(replaying: [.late(.send(1), of: "load#1", by: .seconds(10))])
    let clock = bench.clock
    let store = Store<[String], String>(initialState: [], options: bench.options) { state, action in
      guard action == "load" else { return (state + [action], .none) }
      let load = Effect<String>.run { send in
        send("half")
        try await clock.sleep(for: .seconds(20))
      }
      return (state, load.cancellable(id: "load").timeout(after: .seconds(1)).catch { _ in "too slow" })
    }
    store.send("load")
    await clock.advance(by: .seconds(1))
    #expect(store.state == ["half", "too slow"])
    #expect(clock.deadlines.isEmpty)
  }

  @Test func `a late action of a cancelled effect is dropped`() async {
    let bench = TestBench(replaying: [.late(.send(1), of: "load#1", by: .seconds(1))])
    let store = Store<[String], String>(initialState: [], options: bench.options) { state, action in
      switch action {
      case "load": (state, .run { send in send("half") }.cancellable(id: "load"))
      case "cancel": (state, .cancel("load"))
      default: (state + [action], .none)
      }
    }
    store.send("load")
    await store.settle()
    store.send("cancel")
    await bench.clock.runUntilIdle()
    #expect(store.state.isEmpty)
    #expect(bench.trace.contains { $0.hasSuffix("dropped half, sent by effect load") })
  }

  @Test func `a timeout ends an effect that is late`() async {
    let bench = TestBench(seed: 1, time: .latency(5...6), search: .uniform)
    let store = Store<String, String>(initialState: "", options: bench.options) { state, action in
      guard action == "load" else { return (action, .none) }
      let load = Effect<String>.cancellable({ "loaded" }, "load")
      return (state, load.timeout(after: .seconds(1)).catch { "\($0)" })
    }
    store.send("load")
    await bench.clock.runUntilIdle()
    #expect(store.state == "The effect did not end within 1.0 seconds.")
  }
}
