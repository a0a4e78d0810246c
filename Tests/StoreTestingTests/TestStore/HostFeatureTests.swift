import EffectViewEngine
import StoreTesting
import Testing

/// A feature of EffectViewEngine, over the lifetime of its view.
@MainActor
@Suite struct HostFeatureTests {
  struct Counter: Equatable {
    var count = 0
  }

  enum CounterEvent: Equatable {
    case start
    case tick
  }

  let executor = TestExecutor()
  let clock: TestClock
  let store: TestStore<EffectHost<Counter, CounterEvent, TestClock>, Counter>

  init() {
    clock = TestClock(executor: executor)
    let host = EffectHost<Counter, CounterEvent, TestClock>(
      state: Counter(),
      initialEvent: .start,
      initialEnv: clock,
      options: StoreOptions(executor: executor)
    ) { counter, event in
      switch event {
      case .start:
        return .task(name: "ticker") { input, clock in
          while (try? await clock.sleep(for: .seconds(1))) != nil {
            input(.tick)
          }
        }
      case .tick:
        counter.count += 1
        return nil
      }
    }
    store = TestStore(host)
  }

  @Test func `a view counts while it is shown`() async {
    store.store.appear()
    await store.receive(.start)
    await clock.advance(by: .seconds(2))
    await store.receive(.tick) { $0.count = 1 }
    await store.receive(.tick) { $0.count = 2 }
    store.store.disappear()
    await clock.advance(by: .seconds(2))
    await store.finish()
  }

  @Test func `a view whose end was forgotten is a leak`() async {
    store.store.appear()
    await store.receive(.start)
    store.waitLimit = .zero
    let texts = await texts { await store.finish() }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("\n\n  1. effect 'ticker'\n\n") == true)
    store.store.disappear()
    await store.finish()
  }

  @Test func `an event that comes after the view has disappeared is dropped`() async {
    store.store.appear()
    await store.receive(.start)
    store.store.disappear()
    store.store.input(.tick)
    let texts = await texts { await store.finish() }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("\n\n  1. .tick, sent by ") == true)
  }
}
