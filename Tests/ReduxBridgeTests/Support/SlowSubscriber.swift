import ReduxBridge
import StoreTesting
import Synchronization

/// A subscriber that requests values when a test asks it to, and records what it gets.
final class SlowSubscriber<Input, Failure: Error>: Subscriber {
  private(set) var values: [Input] = []
  private(set) var isFinished = false
  private var subscription: (any Subscription)?
  private let first: Subscribers.Demand
  private let answer: (Input) -> Subscribers.Demand

  init(
    first: Subscribers.Demand = .none,
    answer: @escaping (Input) -> Subscribers.Demand = { _ in .none }
  ) {
    self.first = first
    self.answer = answer
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    if first != .none { subscription.request(first) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    values.append(input)
    return answer(input)
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    isFinished = true
  }

  func request(_ demand: Subscribers.Demand) {
    subscription?.request(demand)
  }

  func cancel() {
    subscription?.cancel()
  }
}
