import EffectViewEngine
import Testing

// The reference's "Fire-and-forget": an input is a statement, and a closure if one is expected.

/// In the shape of SwiftUI's.
private struct Button {
  let action: @MainActor () -> Void

  init(_ title: String, action: @escaping @MainActor () -> Void) {
    self.action = action
  }
}

private enum Event: Equatable { case retry, tick }

@MainActor
@Suite struct InputTests {
  private let host = EffectHost<[Event], Event, Void>(state: []) { events, event in
    events.append(event)
    return nil
  }

  @Test func `an input can be called, and makes closures`() async {
    let input = host.input
    let button = Button("Retry", action: input(.retry))
    let closure: () -> Void = input(.retry)
    input(.tick)
    button.action()
    closure()
    let statement = { input(.tick) }
    statement()
    await host.settle()
    #expect(host.state == [.tick, .retry, .retry, .tick])
  }

  @Test func `an input can be called from anywhere`() async {
    let input = host.input
    await Task.detached {
      input(.tick)
      await input.perform(.retry)
    }.value
    #expect(host.state == [.tick, .retry])
  }
}
