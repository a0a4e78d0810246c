import Testing

@testable import StoreInspector

/// Which requests are admitted.
@Suite struct AdmissionTests {
  private let admission = Admission(host: "127.0.0.1:8080", token: "secret-secret-secret")
  private let head = RequestHead(
    method: "GET",
    path: "/v1/hello",
    host: "127.0.0.1:8080",
    authorization: "Bearer secret-secret-secret"
  )

  private func refusal(_ change: (inout RequestHead) -> Void) -> Refusal? {
    var head = head
    change(&head)
    return admission.refusal(of: head)
  }

  @Test func `a request with the token for this address is admitted`() {
    #expect(refusal { _ in } == nil)
    #expect(refusal { $0.origin = "http://127.0.0.1:8080" } == nil)
    #expect(refusal { $0.fetchSite = "same-origin" } == nil)
    #expect(refusal { $0.fetchSite = "none" } == nil)
  }

  @Test(arguments: [nil, "", "localhost:8080", "127.0.0.1", "127.0.0.1:80", "evil.example:8080"])
  func `another host is refused`(_ host: String?) {
    #expect(refusal { $0.host = host }?.status == 403)
  }

  @Test(arguments: ["null", "http://evil.example", "https://127.0.0.1:8080", "http://127.0.0.1:81", ""])
  func `another origin is refused`(_ origin: String) {
    #expect(refusal { $0.origin = origin }?.status == 403)
  }

  @Test(arguments: ["cross-site", "same-site", ""])
  func `a request of another site is refused`(_ site: String) {
    #expect(refusal { $0.fetchSite = site }?.status == 403)
  }

  @Test(arguments: ["OPTIONS", "PUT", "DELETE", "HEAD", "get"])
  func `other methods than GET and POST are refused`(_ method: String) {
    let refusal = refusal { $0.method = method }
    #expect(refusal?.status == 405)
    #expect(refusal?.allowed == "GET, POST")
  }

  @Test(arguments: [
    nil, "", "Bearer", "Bearer ", "Bearer secret-secret-secreT", "bearer secret-secret-secret", "secret-secret-secret",
    "Bearer secret-secret-secret ", "Bearer secret-secret-secretsecret-secret-secret",
  ])
  func `a missing or wrong token is refused`(_ authorization: String?) {
    #expect(refusal { $0.authorization = authorization }?.status == 401)
  }

  @Test func `the page needs no token`() {
    let page = refusal {
      $0.path = "/"
      $0.authorization = nil
    }
    #expect(page == nil)
    #expect(refusal { ($0.path, $0.authorization) = ("/v1", nil) }?.status == 401)
  }

  @Test func `a body has a length, and a limit`() {
    #expect(refusal { $0.bodyLength = Admission.bodyLimit } == nil)
    let long = refusal { $0.bodyLength = Admission.bodyLimit + 1 }
    #expect(long?.status == 413)
    #expect(long?.leavesBody == true)
    let unknown = refusal { $0.bodyLength = nil }
    #expect(unknown?.status == 411)
    #expect(unknown?.leavesBody == true)
  }

  @Test func `the body of a refused request is not waited for if it is long`() {
    #expect(refusal { ($0.host, $0.bodyLength) = ("x", 100_000_000) }?.leavesBody == true)
    #expect(refusal { ($0.host, $0.bodyLength) = ("x", nil) }?.leavesBody == true)
    #expect(refusal { ($0.host, $0.bodyLength) = ("x", 5) }?.leavesBody == false)
  }

  @Test(arguments: [("", ""), ("a", "a"), ("ä", "ä")])
  func `equal texts are equal`(_ texts: (String, String)) {
    #expect(Admission.areEqual(texts.0, texts.1))
  }

  @Test(arguments: [("", "a"), ("a", ""), ("a", "b"), ("aa", "a"), ("a", "aa"), ("abab", "ab"), ("ab", "aB")])
  func `different texts are not`(_ texts: (String, String)) {
    #expect(!Admission.areEqual(texts.0, texts.1))
  }
}
