import Testing

@testable import StoreInspector

/// What requests ask for.
@Suite struct RouteTests {
  private func route(
    _ path: String,
    _ query: [String: String] = [:],
    _ method: String = "GET"
  ) throws(Refusal) -> Route {
    try Route(RequestHead(method: method, path: path, query: query))
  }

  private func refusal(_ path: String, _ query: [String: String] = [:], _ method: String = "GET") -> Refusal? {
    do throws(Refusal) {
      _ = try route(path, query, method)
      return nil
    } catch {
      return error
    }
  }

  @Test func `each path has its route`() throws {
    #expect(try route("/") == .page)
    #expect(try route("/v1/hello") == .hello)
    #expect(try route("/v1/effects") == .effects)
    #expect(try route("/v1/findings") == .findings)
    #expect(try route("/v1/session") == .session)
    #expect(try route("/v1/trace") == .trace)
    #expect(try route("/v1/why", ["effect": "7"]) == .why(effect: 7))
    #expect(try route("/v1/state", ["store": "1"]) == .state(store: 1, at: 0, path: ""))
    #expect(try route("/v1/state", ["store": "1", "at": "2", "path": ".a"]) == .state(store: 1, at: 2, path: ".a"))
    #expect(try route("/v1/change", ["store": "1", "at": "2"]) == .change(store: 1, at: 2))
    #expect(try route("/v1/find", ["store": "1", "text": "x"]) == .find(store: 1, at: 0, text: "x"))
    #expect(try route("/v1/do", [:], "POST") == .command)
  }

  @Test func `records have a beginning, a limit and a wait`() throws {
    #expect(try route("/v1/records") == .records(after: 0, limit: 1_000, wait: 0))
    let query = ["after": "5", "limit": "9", "wait": "3"]
    #expect(try route("/v1/records", query) == .records(after: 5, limit: 9, wait: 3))
    let large = ["after": "18446744073709551615", "limit": "18446744073709551615", "wait": "18446744073709551615"]
    #expect(try route("/v1/records", large) == .records(after: .max, limit: 1_000, wait: 10))
  }

  @Test(arguments: ["", "-1", "1.5", "x", "18446744073709551616", "１"])
  func `a parameter that is no number is refused`(_ text: String) {
    let refusal = refusal("/v1/records", ["after": text])
    #expect(refusal?.status == 400)
    #expect(refusal?.words == "The parameter 'after' of /v1/records is '\(text)', and has to be a whole number from 0.")
  }

  @Test(arguments: ["state", "change", "find", "why"])
  func `a missing parameter is named`(_ path: String) {
    let name = path == "why" ? "effect" : "store"
    let refusal = refusal("/v1/\(path)", ["text": "x", "at": "1"])
    if path == "change" { #expect(self.refusal("/v1/change", ["store": "1"])?.words.contains("'at'") == true) }
    #expect(refusal?.status == 400)
    #expect(refusal?.words.contains("needs the parameter '\(name)'") == true)
  }

  @Test func `a search needs a text`() {
    #expect(refusal("/v1/find", ["store": "1"])?.words.contains("'text'") == true)
    #expect(refusal("/v1/find", ["store": "1", "text": ""])?.status == 400)
  }

  @Test(arguments: ["", "/index.html", "/v1", "/v1/", "/v1/nothing", "/v2/hello", "/v1/hello/"])
  func `there is nothing at other paths`(_ path: String) {
    #expect(refusal(path)?.status == 404)
  }

  @Test func `a path has one method`() {
    #expect(refusal("/v1/do")?.allowed == "POST")
    #expect(refusal("/v1/hello", [:], "POST")?.status == 405)
    #expect(refusal("/v1/hello", [:], "POST")?.allowed == "GET")
  }
}
