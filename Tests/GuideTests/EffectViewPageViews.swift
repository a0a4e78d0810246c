#if canImport(SwiftUI)
import EffectViewEngine
import SwiftUI

// The view of EffectViewEngine's page. It is compiled.

private struct CounterView: View {
  struct ViewState { var counter = 0 }

  enum Event { case start, tick, stop }

  @State private var state = ViewState()

  static func update(state: inout ViewState, event: Event) -> Effect<Event, Void>? {
    switch event {
    case .start:
      state.counter = 0
      return .task(name: "Counter") { input, env in
        while !Task.isCancelled {
          try? await Task.sleep(for: .seconds(1))
          input(.tick)
        }
      }
    case .tick:
      state.counter += 1
      return nil
    case .stop:
      return .cancel("Counter")
    }
  }

  var body: some View {
    EffectView(state: $state, update: Self.update) { state, send in
      Text("\(state.counter)")
      Button("Start") { send(.start) }
      Button("Stop", action: send(.stop))
    }
  }
}
#endif
