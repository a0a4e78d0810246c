#if Exhaustive
import StoreTesting
import Testing
import _StoreTestSupport

@testable import StoreCore

/// The events that are deferred until observers can be notified.
@Suite struct ObserverHubTests {
  private let hub = ObserverHub(store: StoreIdentity(name: nil), observers: [])

  @Test func `a deferred event is delivered before the next one`() {
    let events = RecordedEvents()
    _ = hub.add(events)
    hub.leave(.actionDropped(1), cause: nil)
    #expect(events.all.isEmpty)
    hub.tell(.stateChanged)
    #expect(events.all.map(\.number) == [1, 2])
    guard case .actionDropped = events.all.first?.kind else {
      Issue.record("\(events.all)")
      return
    }
  }

  @Test func `a deferred event is delivered by a flush, once`() {
    let events = RecordedEvents()
    _ = hub.add(events)
    hub.leave(.stateChanged, cause: nil)
    hub.flush()
    hub.flush()
    #expect(events.all.map(\.number) == [1])
  }

  @Test func `an observer does not receive events that were deferred before it was added`() {
    let (early, late) = (RecordedEvents(), RecordedEvents())
    _ = hub.add(early)
    hub.leave(.stateChanged, cause: nil)
    _ = hub.add(late)
    hub.tell(.stateChanged)
    #expect(early.all.map(\.number) == [1, 2])
    #expect(late.all.map(\.number) == [2])
  }

  @Test func `deferred events are dropped with the last observer, and retain nothing`() {
    final class Kept: RuntimeObserver {
      func receive(_ event: RuntimeEvent) { Issue.record("It was told after its removal.") }
    }
    weak var observer: Kept?
    weak var action: Kept?
    do {
      let (kept, sent) = (Kept(), Kept())
      (observer, action) = (kept, sent)
      let subscription = hub.add(kept)
      hub.leave(.actionDropped(sent), cause: nil)
      subscription.cancel()
    }
    #expect(observer == nil && action == nil)
    #expect(!hub.isActive)
    let events = RecordedEvents()
    _ = hub.add(events)
    hub.flush()
    #expect(events.all.isEmpty)
  }

  @Test func `all observers receive an event before the next one that one of them causes`() {
    final class Teller: RuntimeObserver {
      let hub: ObserverHub
      init(_ hub: ObserverHub) { self.hub = hub }
      func receive(_ event: RuntimeEvent) {
        if event.number == 1 { hub.tell(.stateChanged) }
      }
    }
    let events = RecordedEvents()
    let teller = hub.add(Teller(hub))
    _ = hub.add(events)
    hub.tell(.stateChanged)
    #expect(events.all.map(\.number) == [1, 2])
    teller.cancel()
  }

  @Test func `an observer that another one removes does not receive the same event`() {
    final class Remover: RuntimeObserver {
      let other = Locked<StoreSubscription?>(nil)
      func receive(_ event: RuntimeEvent) { other.withLock { $0.take() }?.cancel() }
    }
    let (remover, events) = (Remover(), RecordedEvents())
    _ = hub.add(remover)
    remover.other.withLock { $0 = hub.add(events) }
    hub.tell(.stateChanged)
    #expect(events.all.isEmpty)
  }

  @Test func `events have times while at least one observer asks for them`() {
    struct Timed: RuntimeObserver {
      let needsTime = true
      func receive(_ event: RuntimeEvent) {}
    }
    final class Times: RuntimeObserver {
      let all = Locked<[Duration?]>([])
      func receive(_ event: RuntimeEvent) { all.withLock { $0.append(event.time) } }
    }
    let times = Times()
    _ = hub.add(times)
    hub.tell(.stateChanged)
    let first = hub.add(Timed())
    let second = hub.add(Timed())
    hub.tell(.stateChanged)
    first.cancel()
    hub.tell(.stateChanged)
    second.cancel()
    hub.tell(.stateChanged)
    let told = times.all.withLock { $0 }
    #expect(told.map { $0 != nil } == [false, true, true, false])
    let (earlier, later) = (told[1] ?? .zero, told[2] ?? .zero)
    #expect(earlier <= later)
  }
}
#endif
