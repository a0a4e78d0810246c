import Testing

@testable import StoreCore
@testable import StoreRecording

/// Which states a recorder keeps.
@Suite struct KeptStatesTests {
  private let stores = (0..<2).map { _ in StoreIdentity(name: nil) }

  private func numbers(_ states: KeptStates<Int>, of store: Int, upTo last: Int) -> [Int] {
    var numbers: [Int] = []
    for number in 0...last {
      guard let state = states.state(of: stores[store], at: UInt64(number)), state != numbers.last else { continue }
      numbers.append(state)
    }
    return numbers
  }

  @Test func `each store has its last states, and one stays until the next`() {
    var states = KeptStates<Int>()
    let limits = Recorder.Limits(states: 2)
    for number in [1, 3, 5] { states.keep(number, at: UInt64(number), of: stores[0], bytes: 1, limits: limits) }
    states.keep(4, at: 4, of: stores[1], bytes: 1, limits: limits)
    #expect(numbers(states, of: 0, upTo: 9) == [3, 5])
    #expect(numbers(states, of: 1, upTo: 9) == [4])
    #expect(states.state(of: stores[0], at: 4) == 3)
    #expect(states.state(of: stores[0], at: 2) == nil)
    #expect(states.bytes == 3)
  }

  @Test func `too many bytes drop the oldest of all stores, but for the last eight of each`() {
    var states = KeptStates<Int>()
    let limits = Recorder.Limits(states: 100, stateBytes: 120)
    for number in 1...10 { states.keep(number, at: UInt64(number), of: stores[0], bytes: 10, limits: limits) }
    for number in 11...13 { states.keep(number, at: UInt64(number), of: stores[1], bytes: 10, limits: limits) }
    #expect(numbers(states, of: 0, upTo: 20) == Array(2...10))
    for number in 14...30 { states.keep(number, at: UInt64(number), of: stores[1], bytes: 10, limits: limits) }
    #expect(numbers(states, of: 0, upTo: 40) == Array(3...10))
    #expect(numbers(states, of: 1, upTo: 40) == Array(23...30))
  }

  @MainActor @Test func `the bytes of a value are those of its elements, each like the first`() {
    struct Row { var id = 0, title = "0123456789" }
    #expect(StateShelf.estimate([Row](repeating: Row(), count: 100)) > 100 * 26)
    #expect(StateShelf.estimate([Row]()) < 100)
    #expect(StateShelf.estimate([[[[[[1]]]]]]) < 200)
  }
}
