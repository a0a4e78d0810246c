import CombineShim
import EffectViewEngine
import ReduxBridge
import StoreCore
import Testing
import _StoreTestSupport

/// Writes of a host's state by subscribers of its publishers.
@MainActor
@Suite struct RunawayPublisherWriteTests {
  private let issues = IssueLog()

  private func host(chainLimit: Int = 100) -> EffectHost<Int, Int, Void> {
    EffectHost(
      state: 0,
      options: StoreOptions(onIssue: { [issues] in issues.record($0) }, chainLimit: chainLimit)
    ) { state, number in
      state += number
      return nil
    }
  }

  private func expectOneChain() {
    #expect(issues.all.count == 1)
    guard case .runawayChain(_, ["a write of the state"])? = issues.all.first?.kind else {
      Issue.record("\(issues.all)")
      return
    }
  }

  @Test func `a subscriber that writes with each published value is stopped`() {
    let host = host()
    let sink = host.publisher(for: \.self).sink { host.state = $0 + 1 }
    #expect(host.state == 100)
    expectOneChain()
    sink.cancel()
    host.send(1)
    #expect(host.state == 101)
    #expect(issues.all.count == 1)
  }

  @Test(arguments: [100, 100_000])
  func `a subscriber that writes before each change is stopped, whatever the limit`(chainLimit: Int) {
    let host = host(chainLimit: chainLimit)
    let object = ObservableStore(host)
    let sink = object.objectWillChange.sink { host.state += 1 }
    host.send(1)
    expectOneChain()
    sink.cancel()
    host.state = 5
    host.send(1)
    #expect(host.state == 6)
    #expect(issues.all.count == 1)
  }
}
