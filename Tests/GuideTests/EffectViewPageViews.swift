#if canImport(SwiftUI)
import EffectViewEngine
import SwiftUI

// The views of EffectViewEngine's page and guide. They are compiled.

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
private struct DownloadRow: Identifiable, Sendable {
  let id: Int
  var title: String

  enum Event { case load }

  static func update(row: inout DownloadRow, event: Event) -> Effect<Event, Void>? { nil }
}

private struct RowsView: View {
  @State private var rows: [DownloadRow] = []

  var body: some View {
    ForEach(rows) { row in
      EffectView(element: row, of: $rows, update: DownloadRow.update) { row, send in
        Button(row.title) { send(.load) }
      }
    }
  }
}
#endif
