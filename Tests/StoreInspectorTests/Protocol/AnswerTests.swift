import Testing

@testable import StoreInspector

/// What is sent for a request.
@Suite struct AnswerTests {
  @Test func `an answer is not kept, guessed at, or shown elsewhere`() {
    let headers = Answer(json: "{}").headers
    #expect(headers["Cache-Control"] == "no-store")
    #expect(headers["X-Content-Type-Options"] == "nosniff")
    #expect(headers["Referrer-Policy"] == "no-referrer")
    #expect(headers["Cross-Origin-Resource-Policy"] == "same-origin")
    #expect(headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'")
    #expect(headers["Access-Control-Allow-Origin"] == nil)
  }

  @Test func `the page runs its own scripts alone, and asks its own server`() {
    let page = Answer.page(title: "app", nonce: "abc")
    let policy = page.headers["Content-Security-Policy"] ?? ""
    for rule in ["default-src 'none'", "script-src 'nonce-abc'", "connect-src 'self'", "frame-ancestors 'none'"] {
      #expect(policy.contains(rule))
    }
    #expect(!policy.contains("unsafe"))
    #expect(String(decoding: page.body, as: UTF8.self).contains("nonce=\"abc\""))
  }

  @Test func `a refusal says its words, and what is allowed`() {
    var refusal = Refusal(405, "Not \"so\".")
    refusal.allowed = "GET"
    let answer = Answer(refusal)
    #expect(answer.status == 405)
    #expect(answer.headers["Allow"] == "GET")
    #expect(String(decoding: answer.body, as: UTF8.self) == #"{"error":"Not \"so\"."}"#)
    #expect(Answer(Refusal(401, "")).headers["WWW-Authenticate"] == "Bearer")
  }

  @Test func `the connection ends behind a body that is not read`() {
    var refusal = Refusal(413, "")
    #expect(!Answer(refusal).endsConnection)
    refusal.leavesBody = true
    #expect(Answer(refusal).endsConnection)
    #expect(Answer(refusal).headers["Connection"] == "close")
  }
}
