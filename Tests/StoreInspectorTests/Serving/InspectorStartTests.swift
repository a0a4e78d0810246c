import Testing

@testable import StoreInspector

/// Whether an inspector starts.
@Suite struct InspectorStartTests {
  @Test func `a release build starts it only if it is asked to, and says so`() {
    #expect(InspectorStart(isRelease: false, inRelease: false, token: nil).refusal == nil)
    #expect(InspectorStart(isRelease: true, inRelease: true, token: nil).refusal == nil)
    let refusal = InspectorStart(isRelease: true, inRelease: false, token: nil).refusal
    #expect(refusal?.contains("this is a release build") == true)
    #expect(refusal?.contains("'inRelease: true'") == true)
  }

  @Test(arguments: ["short", "a token with spaces", "a-token-with-ä-in-it", "a/token/with/slashes", ""])
  func `a token that is easy to guess or breaks an address is refused`(_ token: String) {
    let refusal = InspectorStart(isRelease: false, inRelease: false, token: token).refusal
    #expect(refusal?.contains("Give it one of at least 16") == true)
  }

  @Test(arguments: ["abcdefghijklmnop", "ABCDEFGHIJKLMNOP-_0123456789"])
  func `another token is taken`(_ token: String) {
    #expect(InspectorStart(isRelease: false, inRelease: false, token: token).refusal == nil)
  }

  @Test func `a port in use is named, with what to do`() {
    let words = InspectorStart.words(forFailureAt: 8080, PortError.inUse)
    #expect(words.hasPrefix("The store inspector cannot listen at the port 8080 (inUse)."))
    #expect(words.contains("give the inspector another one"))
    #expect(InspectorStart.words(forFailureAt: 0, PortError.inUse).contains("at any port (inUse)"))
  }

  @Test func `tokens are usable, and different`() {
    let tokens = (0..<100).map { _ in Token.make() }
    #expect(Set(tokens).count == 100)
    #expect(tokens.allSatisfy { $0.count == 32 })
    #expect(tokens.allSatisfy { InspectorStart(isRelease: false, inRelease: false, token: $0).refusal == nil })
  }

  private enum PortError: Error {
    case inUse
  }
}
