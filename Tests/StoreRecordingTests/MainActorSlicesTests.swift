import Testing

@testable import StoreRecording

@MainActor
@Suite struct MainActorSlicesTests {
  @Test func `a turn of others comes between two slices`() async {
    let slices = MainActorSlices(of: .zero)
    var isOver = false
    let other = Task { isOver }
    // More parts than are done between two looks at the clock.
    for _ in 0..<100 { _ = await slices.next() }
    isOver = true
    #expect(await other.value == false)
  }

  @Test func `no more is wanted after the limit, or of a task that was cancelled`() async {
    let late = MainActorSlices(of: .zero, within: .zero)
    var isWanted = true
    for _ in 0..<100 { isWanted = await late.next() && isWanted }
    #expect(!isWanted)

    let work = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      let slices = MainActorSlices(of: .zero)
      for _ in 0..<100 where await !slices.next() { return true }
      return false
    }
    #expect(await work.value)
  }
}
