import StoreCore
import Testing

@Suite struct ThrottleWindowsTests {
  private typealias Windows = ThrottleWindows<String>

  private static let edges: [ThrottleEdges] = [.leading, .trailing, .both]

  @Test(arguments: zip(edges, [Windows.Decision.begin, .hold(opensWindow: true), .begin]))
  private func `what comes first begins, or is held and opens a window`(
    edges: ThrottleEdges,
    decision: Windows.Decision
  ) {
    let windows = Windows()
    #expect(windows.decision(for: "a", edges: edges) == decision)
    #expect(windows.isEmpty, "asking changes nothing")
  }

  @Test(arguments: zip(edges, [Windows.Decision.refuse, .hold(opensWindow: false), .hold(opensWindow: false)]))
  private func `in an open window a launch is refused or held, and opens none`(
    edges: ThrottleEdges,
    decision: Windows.Decision
  ) {
    var windows = Windows()
    windows.open("a")
    #expect(windows.decision(for: "a", edges: edges) == decision)
    windows.hold("launch", in: "a")
    #expect(windows.decision(for: "a", edges: edges) == decision)
    #expect(windows.decision(for: "b", edges: .leading) == .begin)
  }

  @Test func `a window holds the newest launch`() {
    var windows = Windows()
    windows.open("a")
    #expect(windows.held(in: "a") == nil)
    windows.hold("first", in: "a")
    windows.hold("second", in: "a")
    #expect(windows.held(in: "a") == "second")
  }

  @Test func `a window that ends with nothing is closed, and one that held a launch is followed by another`() {
    var windows = Windows()
    windows.hold("launch", in: "a")
    #expect(windows.end("a") == "launch")
    #expect(!windows.isEmpty)
    #expect(windows.end("a") == nil)
    #expect(windows.isEmpty)
  }

  @Test func `after a closed window a launch comes as the first`() {
    var windows = Windows()
    windows.hold("launch", in: "a")
    _ = windows.end("a")
    windows.close("a")
    #expect(windows.decision(for: "a", edges: .leading) == .begin)
  }
}
