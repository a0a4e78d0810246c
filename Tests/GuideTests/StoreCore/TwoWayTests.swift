import ElmEngine
import Testing

/// "Two stores that follow each other" of the guide to several engines.
@MainActor
@Suite struct TwoWayTests {
  private func makeStore() -> Store<String, String> {
    Store(initialState: "") { state, text in
      state = text
      return .none
    }
  }

  @Test func `two stores that subscribe to each other converge to the newest value`() async {
    let (first, second) = (makeStore(), makeStore())
    first.subscribe { [weak second] text in
      if let second, second.state != text { second.send(text) }
    }
    second.subscribe { [weak first] text in
      if let first, first.state != text { first.send(text) }
    }
    for text in ["s", "sw", "swift"] { first.send(text) }
    second.send("swift ui")
    await first.settle()
    await second.settle()
    #expect([first.state, second.state] == ["swift ui", "swift ui"])
  }
}
