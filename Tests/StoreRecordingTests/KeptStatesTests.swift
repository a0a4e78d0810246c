import Testing

@testable import StoreCore
@testable import StoreRecording

/// Which states a recorder keeps.
@Suite struct KeptStatesTests {
  private let stores = (0..<2).map { _ in StoreIdentity(name: nil) }

  private func numbers(_ states: KeptStates<Int>, of store: Int, upTo last: Int) -> [Int] {
    var numbers: [Int] = []
    for number in 0...last {
      guard let state = states.state(of: stores[store], at: UInt64(number))?.state, state != numbers.last else {
        continue
      }
      numbers.append(state)
    }
    return numbers
  }

  @Test func `each store has its last states, and one stays until the next`() {
    var states = KeptStates<Int>()
    let limits = Recorder.Limits(states: 2)
    for number in [1, 3, 5] { _ = states.keep(number, at: UInt64(number), of: stores[0], bytes: 1, limits: limits) }
    _ = states.keep(4, at: 4, of: stores[1], bytes: 1, limits: limits)
    #expect(numbers(states, of: 0, upTo: 9) == [3, 5])
    #expect(numbers(states, of: 1, upTo: 9) == [4])
    #expect(states.state(of: stores[0], at: 4)?.state == 3)
    #expect(states.state(of: stores[0], at: 2) == nil)
    #expect(states.bytes == 3)
  }

  @Test func `too many bytes drop the oldest of all stores, but for the last eight of each`() {
    var states = KeptStates<Int>()
    let limits = Recorder.Limits(states: 100, stateBytes: 120)
    for number in 1...10 { _ = states.keep(number, at: UInt64(number), of: stores[0], bytes: 10, limits: limits) }
    for number in 11...13 { _ = states.keep(number, at: UInt64(number), of: stores[1], bytes: 10, limits: limits) }
    #expect(numbers(states, of: 0, upTo: 20) == Array(2...10))
    for number in 14...30 { _ = states.keep(number, at: UInt64(number), of: stores[1], bytes: 10, limits: limits) }
    #expect(numbers(states, of: 0, upTo: 40) == Array(3...10))
    #expect(numbers(states, of: 1, upTo: 40) == Array(23...30))
  }

  @Test func `what is dropped is returned`() {
    var states = KeptStates<Int>()
    let limits = Recorder.Limits(states: 9, stateBytes: 100)
    for number in 1...9 {
      let dropped = states.keep(number, at: UInt64(number), of: stores[0], bytes: 1, limits: limits)
      #expect(dropped.ofStore == nil)
      #expect(dropped.ofAll == [])
    }
    #expect(states.keep(10, at: 10, of: stores[0], bytes: 1, limits: limits).ofStore == 1)
    #expect(states.keep(11, at: 11, of: stores[1], bytes: 99, limits: limits).ofAll == [2])
  }

  @Test func `a store of which no record is kept has no states`() {
    var states = KeptStates<Int>()
    let limits = Recorder.Limits()
    for number in 1...3 { _ = states.keep(number, at: UInt64(number), of: stores[0], bytes: 10, limits: limits) }
    _ = states.keep(4, at: 4, of: stores[1], bytes: 1, limits: limits)
    #expect(states.dropStores(before: 2) == [])
    #expect(states.dropStores(before: 3) == [1, 2, 3])
    #expect(states.bytes == 1)
    #expect(numbers(states, of: 0, upTo: 9) == [])
    #expect(numbers(states, of: 1, upTo: 9) == [4])
  }

  @Test func `the bytes of a value are those of its elements, each like the first`() {
    struct Row { var id = 0, title = "0123456789" }
    #expect(StateEstimate.estimate([Row](repeating: Row(), count: 100)) > 100 * 26)
    #expect(StateEstimate.estimate([Row]()) < 100)
    #expect(StateEstimate.estimate([[[[[[1]]]]]]) < 200)
  }
}
