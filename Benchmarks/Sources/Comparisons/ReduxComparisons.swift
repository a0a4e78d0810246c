import ElmEngine
import OpenCombine
import ReduxBridge

/// The smallest feature whose reduce could suspend.
private struct AddingFeature: FeatureType {
  func reduce(into state: inout Counter, action: Int) async {
    state.count += action
  }
}

@MainActor
func reduxComparisons() -> [Comparison] {
  [reduxSend(), publisher(), keyPathPublisher(), actionPublisher(), slowPublisher(), elements()]
}

/// A reduce that does not suspend, against tasks that start at once, each behind the one before: it takes a task to call
/// an asynchronous function, and a wait to keep the order of those that do suspend.
@MainActor
private func reduxSend() -> Comparison {
  let store = ReduxBridge.Store(feature: AddingFeature(), initialState: Counter())
  let feature = AddingFeature()
  var state = Counter()
  return Comparison("redux: send, against immediate tasks in a row", limit: 7, operations: 20_000) { count in
    for _ in 0..<count { store.send(action: 1) }
  } raw: { count in
    var last: Task<Void, Never>?
    for _ in 0..<count {
      last = Task.immediate { @MainActor [last] in
        await last?.value
        await feature.reduce(into: &state, action: 1)
      }
    }
  }
}

/// A change that one sink hears of, against a subject with one sink.
@MainActor
private func publisher() -> Comparison {
  let store = makeCounterStore()
  let subject = CurrentValueSubject<Counter, Never>(Counter())
  var (heard, heardRaw) = (0, 0)
  let sinks = [
    store.publisher.sink { heard &+= $0.count },
    subject.sink { heardRaw &+= $0.count },
  ]
  return Comparison("publisher, one sink, against a subject's", limit: 1.5, operations: 100_000) { count in
    withExtendedLifetime(sinks) {
      for _ in 0..<count { store.send(.add(1)) }
    }
  } raw: { count in
    for _ in 0..<count { subject.send(Counter(count: subject.value.count + 1)) }
  }
}

/// A change at a key path that one sink hears of, against a subject whose repeated values are left out.
@MainActor
private func keyPathPublisher() -> Comparison {
  let store = makeCounterStore()
  let subject = CurrentValueSubject<Counter, Never>(Counter())
  var (heard, heardRaw) = (0, 0)
  let sinks = [
    store.publisher(for: \.count).sink { heard &+= $0 },
    subject.map(\.count).removeDuplicates().sink { heardRaw &+= $0 },
  ]
  return Comparison("publisher(for:), one sink, against a subject's", limit: 1.5, operations: 100_000) { count in
    withExtendedLifetime(sinks) {
      for _ in 0..<count { store.send(.add(1)) }
    }
  } raw: { count in
    for _ in 0..<count { subject.send(Counter(count: subject.value.count + 1)) }
  }
}

/// An action that one sink hears of, against a subject with one sink.
@MainActor
private func actionPublisher() -> Comparison {
  let store = makeCounterStore()
  let subject = PassthroughSubject<(action: CounterAction, state: Counter), Never>()
  var (heard, heardRaw) = (0, 0)
  var state = Counter()
  let sinks = [
    store.actionPublisher.sink { heard &+= $0.state.count },
    subject.sink { heardRaw &+= $0.state.count },
  ]
  return Comparison("actionPublisher, one sink, against a subject's", limit: 4.5, operations: 100_000) { count in
    withExtendedLifetime(sinks) {
      for _ in 0..<count { store.send(.add(1)) }
    }
  } raw: { count in
    for _ in 0..<count {
      state.count += 1
      subject.send((.add(1), state))
    }
  }
}

/// A change with a subscriber that has asked for nothing, against a subject with such a one.
@MainActor
private func slowPublisher() -> Comparison {
  let store = makeCounterStore()
  let subject = CurrentValueSubject<Counter, Never>(Counter())
  let (ours, raw) = (IdleSubscriber(), IdleSubscriber())
  store.publisher.subscribe(ours)
  subject.subscribe(raw)
  return Comparison("publisher, nothing asked for, against a subject's", limit: 3, operations: 100_000) { count in
    for _ in 0..<count { store.send(.add(1)) }
    withExtendedLifetime(ours) {}
  } raw: { count in
    for _ in 0..<count { subject.send(Counter(count: subject.value.count + 1)) }
    withExtendedLifetime(raw) {}
  }
}

private final class IdleSubscriber: Subscriber {
  typealias Input = Counter
  typealias Failure = Never

  private var subscription: (any Subscription)?

  func receive(subscription: any Subscription) { self.subscription = subscription }
  func receive(_ input: Counter) -> Subscribers.Demand { .none }
  func receive(completion: Subscribers.Completion<Never>) {}
}

/// The elements of a publisher as actions, against a task on the main actor for each.
@MainActor
private func elements() -> Comparison {
  let store = makeCounterStore()
  let plain = PlainCounter()
  return Comparison("subscribe(to:), against a task for each", limit: 4, operations: 50_000) { count in
    store.subscribe(to: (0..<count).publisher) { _ in .add(1) }
    await store.settle()
  } raw: { count in
    var last: Task<Void, Never>?
    let sink = (0..<count).publisher.sink { _ in last = Task { @MainActor in plain.count += 1 } }
    await last?.value
    withExtendedLifetime(sink) {}
  }
}
