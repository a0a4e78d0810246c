#if Exhaustive
import EffectViewEngine
import Testing

/// Inputs that are called from many threads.
@MainActor
@Suite struct InputRaceTests {
  private struct Numbered: Sendable {
    var sender: Int
    var number: Int
  }

  @Test func `nothing is lost, and each sender's order is kept`() async {
    let perSender = 100_000
    let host = EffectHost<[[Int]], Numbered, Void>(state: [[], [], []]) { state, event in
      state[event.sender].append(event.number)
      return nil
    }
    let input = host.input
    await withTaskGroup { group in
      for sender in 0..<2 {
        group.addTask { @concurrent in
          for number in 0..<perSender { input(Numbered(sender: sender, number: number)) }
        }
      }
      for number in 0..<perSender {
        let event = Numbered(sender: 2, number: number)
        if number.isMultiple(of: 2) {
          input(event)
        } else {
          input.send(event)
        }
      }
      await group.waitForAll()
    }
    await host.settle()
    let expected = Array(0..<perSender)
    #expect(host.state == [expected, expected, expected])
  }

  @Test func `a host may be deallocated while other threads send and wait`() async {
    for _ in 0..<200 {
      var host: EffectHost<Int, Int, Void>? = EffectHost(state: 0) { state, event in
        state += event
        return event == 1 ? .task { input, _ in input(2) } : nil
      }
      guard let input = host?.input else { return }
      async let first: Void = Task.detached {
        for _ in 0..<20 { input(1) }
        await input.perform(1)
      }.value
      async let second: Void = Task.detached { await input.perform(1) }.value
      host?.input.send(1)
      host = nil
      _ = await (first, second)
    }
  }
}
#endif
