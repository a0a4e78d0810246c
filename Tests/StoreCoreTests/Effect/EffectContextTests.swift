import StoreCore
import Testing
import _StoreTestSupport

@MainActor
@Suite struct EffectContextTests {
  @Test func `an endless chain of effects keeps no contexts but the last ones`() async {
    let observer = Contexts()
    let store = ScriptStore<Int>(options: StoreOptions(observers: [observer])) { number in
      number < 20 ? .task { number + 1 } : .none
    }
    store.send(0)
    await store.settle()
    #expect(store.state.count == 21)
    #expect(observer.mostKept < 8)
  }
}

/// Makes contexts of objects, and counts those that are kept.
private final class Contexts: ContextObserver {
  private final class Value: Sendable {}

  private struct Kept: Sendable { weak let value: Value? }

  private let values = Locked<[Kept]>([])
  private let most = Locked(0)

  var mostKept: Int { most.withLock { $0 } }
  @TaskLocal private static var current: any Sendable = "outside"
  var currentContext: EffectContext { EffectContext(Self.current, of: self) }

  func context(of effect: EffectInfo, in store: StoreIdentity, inside outer: EffectContext) -> EffectContext {
    let value = Value()
    let count = values.withLock { values in
      values.append(Kept(value: value))
      return values.count { $0.value != nil }
    }
    most.withLock { $0 = max($0, count) }
    return EffectContext(value, inside: outer, of: self)
  }

  func call(_ body: () -> Void, in context: EffectContext) {
    Self.$current.withValue(context.value, operation: body)
  }

  nonisolated(nonsending) func run(
    _ operation: @Sendable () async throws -> Void,
    in context: EffectContext
  ) async throws {
    try await Self.$current.withValue(context.value) { try await operation() }
  }

  func receive(_ event: RuntimeEvent) {}
}
