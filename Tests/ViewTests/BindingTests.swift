import ElmEngine
import ReduxBridge
import StoreSimulation
import SwiftUI
import Testing
import _StoreTestSupport

/// The bindings of stores, in fields.
@MainActor
@Suite struct BindingTests {
  private let bench = TestBench()

  struct ElmPage: View {
    let store: ElmEngine.Store<String, String>

    var body: some View {
      TextField("Text", text: store.binding(\.self) { $0 })
    }
  }

  @Test func `a field shows the text that the handler has stored`() throws {
    // Refuses digits.
    let store = ElmEngine.Store<String, String>(initialState: "") { _, text in
      (text.filter { !$0.isNumber }, .none)
    }
    let window = HeadlessWindow { ElmPage(store: store) }
    try window.type("a", into: "Text")
    window.update()
    #expect(try window.text(in: "Text") == "a")
    try window.type("a1", into: "Text")
    window.update()
    #expect(try window.text(in: "Text") == "a")
    #expect(window.messages == [])
  }

  /// A feature whose reduce answers when it is let to, as it does below the systems that begin tasks at once.
  struct Upper: FeatureType {
    let clock: TestClock

    func reduce(into state: inout String, action: String) async {
      try? await clock.sleep(for: .seconds(1))
      state = action.uppercased()
    }
  }

  struct ReduxPage: View {
    @StateObject var store: ReduxBridge.Store<Upper>

    var body: some View {
      TextField("Text", text: store.binding(\.self) { $0 })
    }
  }

  @Test func `a field shows what was written until a reduce that suspends has answered`() async throws {
    let store = ReduxBridge.Store(feature: Upper(clock: bench.clock), initialState: "", options: bench.options)
    let window = HeadlessWindow { ReduxPage(store: store) }
    try window.type("a", into: "Text")
    window.update()
    #expect(try window.text(in: "Text") == "a")
    try window.type("ab", into: "Text")
    window.update()
    #expect(try window.text(in: "Text") == "ab")
    await bench.clock.advance(by: .seconds(1))
    window.update()
    #expect(try window.text(in: "Text") == "ab")
    await bench.clock.advance(by: .seconds(1))
    window.update()
    #expect(try window.text(in: "Text") == "AB")
    #expect(window.messages == [])
  }

  struct AnimatedPage: View {
    let store: ElmEngine.Store<Bool, Bool>

    var body: some View {
      Toggle("On", isOn: store.binding(\.self) { $0 }.animation())
    }
  }

  @Test func `a toggle writes by its binding`() throws {
    let store = ElmEngine.Store<Bool, Bool>(initialState: false) { _, isOn in (isOn, .none) }
    let window = HeadlessWindow { AnimatedPage(store: store) }
    try window.tap("On")
    #expect(store.state)
    window.update()
    try window.tap("On")
    #expect(!store.state)
    #expect(window.messages == [])
  }
}
