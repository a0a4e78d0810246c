import Observation
import SwiftUI
import Testing

/// The rules of the headless SwiftUI itself, each with the part of Apple's documentation that states it.
@MainActor
@Suite struct HeadlessTests {
  struct Counter: View {
    let start: Int
    @State private var count: Int

    init(start: Int) {
      self.start = start
      _count = State(initialValue: start)
    }

    var body: some View {
      Text("\(count)")
      Button("Add") { count += 1 }
    }
  }

  struct Starter: View {
    @State private var start = 1

    var body: some View {
      Counter(start: start)
      Button("Start") { start += 10 }
    }
  }

  // swiftui/state: the value is initialised once for an identity.
  @Test func `the first value of a state wins`() throws {
    let window = HeadlessWindow { Starter() }
    #expect(window.texts == ["1", "Add", "Start"])
    try window.tap("Add")
    #expect(window.texts == ["1", "Add", "Start"])
    window.update()
    #expect(window.texts == ["2", "Add", "Start"])
    try window.tap("Start")
    window.update()
    #expect(window.texts == ["2", "Add", "Start"])
    #expect(window.bodies(of: Starter.self) == 2)
    #expect(window.bodies(of: Counter.self) == 3)
  }
}
