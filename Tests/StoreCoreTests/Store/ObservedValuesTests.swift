import Observation
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// The values of an expression over observable objects, as a sequence.
@MainActor
@Suite struct ObservedValuesTests {
  @MainActor
  @Observable final class Model {
    var number = 0
    var other = 0
  }

  private struct Plain: Sendable {
    let number: Int
  }

  private struct Tens: @MainActor Equatable, Sendable {
    let number: Int

    @MainActor static func == (first: Tens, second: Tens) -> Bool { first.number / 10 == second.number / 10 }
  }

  private let model = Model()
  private let executor = TestExecutor()

  private var numbers: ObservedValues<Int> {
    let model = model
    return ObservedValues { model.number }
  }

  @Test func `the first value arrives at once, and each later one after its change`() async {
    var iterator = numbers.makeAsyncIterator()
    #expect(await iterator.next(isolation: #isolation) == 0)
    let turn = Task { @MainActor in model.number = 1 }
    #expect(await iterator.next(isolation: #isolation) == 1)
    await turn.value
    model.number = 2
    #expect(await iterator.next(isolation: #isolation) == 2)
  }

  @Test func `a slow consumer gets the newest value`() async {
    var iterator = numbers.makeAsyncIterator()
    #expect(await iterator.next(isolation: #isolation) == 0)
    for number in 1...5 { model.number = number }
    #expect(await iterator.next(isolation: #isolation) == 5)
    model.number = 6
    #expect(await iterator.next(isolation: #isolation) == 6)
  }

  @Test func `each iteration begins with the current value`() async {
    let numbers = numbers
    var first = numbers.makeAsyncIterator()
    #expect(await first.next(isolation: #isolation) == 0)
    model.number = 7
    var second = numbers.makeAsyncIterator()
    #expect(await second.next(isolation: #isolation) == 7)
    #expect(await first.next(isolation: #isolation) == 7)
  }

  @Test func `equal values in a row are delivered once, where they can be compared`() async {
    let model = model
    var iterator = ObservedValues { model.number / 10 }.makeAsyncIterator()
    #expect(await iterator.next(isolation: #isolation) == 0)
    let turns = Task { @MainActor in
      model.number = 5
      await Task { @MainActor in }.value
      model.number = 0
      await Task { @MainActor in }.value
      model.number = 10
    }
    #expect(await iterator.next(isolation: #isolation) == 1)
    await turns.value
  }

  @Test func `values whose == belongs to the main actor are compared there`() async {
    let model = model
    var iterator = ObservedValues { Tens(number: model.number) }.makeAsyncIterator()
    #expect(await iterator.next(isolation: #isolation) == Tens(number: 0))
    let turns = Task { @MainActor in
      model.number = 5
      await Task { @MainActor in }.value
      model.number = 10
    }
    #expect(await iterator.next(isolation: #isolation)?.number == 10)
    await turns.value
  }

  @Test func `nothing is skipped where values cannot be compared`() async {
    let model = model
    var iterator = ObservedValues { Plain(number: model.number) }.makeAsyncIterator()
    #expect(await iterator.next(isolation: #isolation)?.number == 0)
    model.number = 0
    model.number = 1
    model.number = 0
    #expect(await iterator.next(isolation: #isolation)?.number == 0)
  }

  @Test func `an optional value that is nil is a value too`() async {
    let model = model
    var iterator = ObservedValues { model.number == 0 ? nil : model.number }.makeAsyncIterator()
    #expect(await iterator.next(isolation: #isolation) == .some(nil))
    model.number = 1
    #expect(await iterator.next(isolation: #isolation) == .some(1))
    model.number = 0
    #expect(await iterator.next(isolation: #isolation) == .some(nil))
  }

  @Test func `a change of what the expression has not read delivers no value`() async {
    let model = model
    let seen = Counter()
    let executor = executor
    let store = ScriptStore(options: StoreOptions(executor: executor)) { (_: Int) in
      seen.add()
      return .none
    }
    store.launch(
      .stream(
        ObservedValues {
          Plain(number: model.number == 0 ? model.other : model.number)
        }
        .map(\.number)
      )
    )
    await store.settle()
    model.other = 1
    await store.settle()
    model.number = 2
    await store.settle()
    model.other = 3
    await store.settle()
    #expect(store.state == [0, 1, 2])
  }

  @Test(arguments: [false, true])
  func `an iteration ends when its task is cancelled`(isWaiting: Bool) async {
    let numbers = numbers
    let seen = Counter()
    let iteration = Task { @MainActor in
      var values: [Int] = []
      for await number in numbers {
        values.append(number)
        seen.add()
      }
      return values
    }
    if isWaiting {
      await seen.wait(for: 1)
      // It has begun by now, and waits.
      await Task { @MainActor in }.value
    }
    iteration.cancel()
    #expect(await iteration.value == (isWaiting ? [0] : []))
    model.number = 1
    #expect(seen.value == (isWaiting ? 1 : 0))
  }

  @Test func `off the main actor the values are still computed on it`() async {
    let numbers = numbers
    let seen = Counter()
    let values = Task { @concurrent in
      var values: [Int] = []
      for await number in numbers {
        values.append(number)
        seen.add()
        if number == 3 { break }
      }
      return values
    }
    for number in 1...3 {
      await seen.wait(for: number)
      model.number = number
    }
    #expect(await values.value == [0, 1, 2, 3])
  }

  @Test func `as a stream it is followed by settle and cancelled like any other`() async {
    let store = ScriptStore(Int.self, options: StoreOptions(executor: executor))
    store.launch(.stream(numbers, EffectOptions(id: "numbers")))
    await store.settle()
    #expect(store.state == [0])
    model.number = 1
    await store.settle()
    #expect(store.state == [0, 1])
    model.number = 2
    model.number = 3
    await store.settle()
    model.number = 3
    await store.settle()
    #expect(store.state == [0, 1, 3])
    #expect(store.isTaskRunning(id: "numbers"))
    store.cancel(.id("numbers"))
    await store.settle()
    #expect(store.runtime.drainingEffects.isEmpty)
    model.number = 4
    await store.settle()
    #expect(store.state == [0, 1, 3])
  }

  @Test func `the observed objects are released when the iteration ends`() async {
    let executor = executor
    weak var gone: Model?
    let store = ScriptStore(Int.self, options: StoreOptions(executor: executor))
    do {
      let model = Model()
      gone = model
      store.launch(.stream(ObservedValues { model.number }, EffectOptions(id: "numbers")))
      await store.settle()
    }
    #expect(gone != nil)
    store.cancel(.all)
    await store.settle()
    #expect(gone == nil)
  }
}
