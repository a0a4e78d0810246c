import Dispatch
import StoreCore
import Testing
import _StoreTestSupport

@testable import ReduxBridge

/// Publishers as asynchronous sequences.
@Suite struct PublisherElementsTests {
  private struct Failure: Error, Equatable {}

  /// A subscription that records its calls.
  private final class Asked: Subscription {
    private(set) var calls: [String] = []

    func request(_ demand: Subscribers.Demand) { calls.append("request") }

    func cancel() { calls.append("cancel") }
  }

  /// A publisher of ascending numbers that satisfies each demand at once.
  private func makeCounting() -> ManualPublisher<Int, Never> {
    let last = Locked(0)
    return ManualPublisher { publisher, demand in
      for _ in 0..<(demand.max ?? 0) {
        publisher.send(
          last.withLock { last in
            last += 1
            return last
          }
        )
      }
    }
  }

  @Test(arguments: [1, 2, 7, 300, .max, nil])
  func `all elements come in order, whatever the demand`(demand: Int?) async {
    var elements: [Int] = []
    for await element in (1...500).publisher.elements(demand: demand.map { .max($0) } ?? .unlimited) {
      elements.append(element)
    }
    #expect(elements == Array(1...500))
  }

  @Test func `no more is requested than may wait, and more once half of it was consumed`() async {
    let publisher = makeCounting()
    var iterator = publisher.elements(demand: .max(4)).makeAsyncIterator()
    #expect(publisher.record.subscriptions == 0)
    #expect(await iterator.next() == 1)
    #expect(publisher.record.demands == [.max(4)])
    #expect(await iterator.next() == 2)
    #expect(publisher.record.demands == [.max(4), .max(2)])
    #expect(await iterator.next() == 3)
    #expect(await iterator.next() == 4)
    #expect(publisher.record.demands == [.max(4), .max(2), .max(2)])
    #expect(publisher.record.subscriptions == 1)
  }

  @Test func `an unlimited demand is requested once`() async {
    let publisher = ManualPublisher<Int, Never> { publisher, _ in
      for number in 1...600 { publisher.send(number) }
      publisher.send(completion: .finished)
    }
    var count = 0
    for await _ in publisher.elements(demand: .unlimited) { count += 1 }
    #expect(count == 600)
    #expect(publisher.record.demands == [.unlimited])
  }

  @Test func `a publisher is subscribed to, asked and cancelled on the main actor, wherever it is read`() async {
    let publisher = makeCounting()
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let watched = ManualPublisher<Int, Never> { publisher, demand in
      for number in 0..<(demand.max ?? 0) { publisher.send(number) }
    } onCancel: {
      end.finish()
    }
    await Task.detached {
      var count = 0
      for await _ in publisher.elements(demand: .max(2)) {
        count += 1
        if count == 10 { break }
      }
      for await _ in watched.elements(demand: .max(2)) { break }
    }.value
    for await _ in ends {}
    #expect(publisher.record.isOnMainActor)
    #expect(watched.record.isOnMainActor)
    #expect(watched.record.cancels == 1)
  }

  @Test func `a publisher that starts on another thread is asked and cancelled on the main actor, too`() async {
    let queue = DispatchQueue(label: "publisher")
    // For each call whether it came on the main actor.
    let asked = Locked<[String: [Bool]]>([:])
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let publisher = (1...10).publisher.subscribe(on: queue.ocombine).handleEvents(
      receiveCancel: { @Sendable in
        asked.withLock { $0["cancel", default: []].append(MainActor.isCurrent) }
        end.finish()
      },
      receiveRequest: { @Sendable _ in asked.withLock { $0["request", default: []].append(MainActor.isCurrent) } }
    )
    for await _ in publisher.elements(demand: .max(1)) { break }
    for await _ in ends {}
    #expect(asked.withLock { $0 } == ["request": [true, true], "cancel": [true]])
  }

  @MainActor
  @Test func `a main-actor closure upstream is called on the main actor`() async {
    var calls = 0
    let elements = (1...100).publisher.map { number in
      calls += 1
      return number
    }.elements(demand: .max(4))
    let count = await Task.detached {
      var count = 0
      for await _ in elements { count += 1 }
      return count
    }.value
    #expect(count == 100)
    #expect(calls == 100)
  }

  @Test func `a failure comes after the elements before it`() async {
    let publisher = ManualPublisher<Int, Failure> { publisher, _ in
      publisher.send(1)
      publisher.send(2)
      publisher.send(completion: .failure(Failure()))
    }
    var elements: [Int] = []
    do throws(Failure) {
      for try await element in publisher.elements() { elements.append(element) }
      Issue.record("it did not fail")
    } catch {
      #expect(error == Failure())
    }
    #expect(elements == [1, 2])
    #expect(publisher.record.cancels == 0)
  }

  @MainActor
  @Test func `a subscription that comes after a cancel, or as a second one, is cancelled`() {
    let (stream, continuation) = AsyncStream.makeStream(of: Result<Int, Never>.self)
    let subscriber = ElementSubscriber<Int, Never>(demand: .max(1), continuation: continuation)
    let (first, second, late) = (Asked(), Asked(), Asked())
    subscriber.receive(subscription: first)
    subscriber.receive(subscription: second)
    #expect(first.calls == ["request"])
    #expect(second.calls == ["cancel"])
    subscriber.cancel()
    subscriber.receive(subscription: late)
    #expect(first.calls == ["request", "cancel"])
    #expect(late.calls == ["cancel"])
    withExtendedLifetime(stream) {}
  }

  @MainActor
  @Test func `a subscription that comes after the end is cancelled`() {
    let (stream, continuation) = AsyncStream.makeStream(of: Result<Int, Never>.self)
    let subscriber = ElementSubscriber<Int, Never>(demand: .max(1), continuation: continuation)
    let late = Asked()
    subscriber.receive(completion: .finished)
    subscriber.receive(subscription: late)
    #expect(late.calls == ["cancel"])
    withExtendedLifetime(stream) {}
  }

  @Test func `each iteration is a subscription of its own`() async {
    let elements = (1...3).publisher.elements()
    for _ in 0..<2 {
      var read: [Int] = []
      for await element in elements { read.append(element) }
      #expect(read == [1, 2, 3])
    }
  }

  @MainActor
  @Test func `a task that is cancelled ends its subscription`() async {
    let gate = Gate()
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let publisher = ManualPublisher<Int, Never> { publisher, _ in
      publisher.send(1)
    } onCancel: {
      end.finish()
    }
    let reader = Task {
      var count = 0
      for await _ in publisher.elements() {
        count += 1
        await gate.pass()
      }
      return count
    }
    await gate.waitForArrivals(1)
    reader.cancel()
    gate.open()
    #expect(await reader.value == 1)
    for await _ in ends {}
    #expect(publisher.record.cancels == 1)
  }

  @Test func `a demand of none is refused with an explanation`() async {
    // The whole body has the line on which the expectation begins.
    let line = #line + 1
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Just(1).elements(demand: .none)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Read the elements of a publisher with a demand of zero."))
    #expect(message.contains("Use a demand of at least one, such as '.max(1)', or leave it out."))
    #expect(message.contains("PublisherElementsTests.swift:\(line)"))
  }
}
