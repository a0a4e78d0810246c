/// The check of each request, before anything is done for it.
///
/// A page of another site cannot pass: its name for this machine is not in `Host`, it cannot leave out `Origin`, and it
/// cannot send the token, which it does not know.
struct Admission: Sendable {
  /// The most bytes of a body.
  static let bodyLimit = 256 << 10

  /// The address and the port, such as `127.0.0.1:8080`.
  let host: String
  let token: String

  /// Returns why a request is refused; `nil` if it is admitted.
  func refusal(of head: RequestHead) -> Refusal? {
    var refusal = decide(head)
    // Also that of a refused request is not waited for.
    if head.bodyLength.map({ $0 > Self.bodyLimit }) ?? true { refusal?.leavesBody = true }
    return refusal
  }

  private func decide(_ head: RequestHead) -> Refusal? {
    guard head.host == host else {
      return Refusal(403, "The request is for another host than '\(host)'. Open the address that the app printed.")
    }
    if let origin = head.origin, origin != "http://\(host)" {
      return Refusal(403, "The request comes from a page of another origin. Open the address that the app printed.")
    }
    if let site = head.fetchSite, site != "same-origin", site != "none" {
      return Refusal(403, "The request comes from another site. Type or paste the address that the app printed.")
    }
    guard ["GET", "POST"].contains(head.method) else {
      var refusal = Refusal(405, "The inspector has no method '\(head.method.prefix(20))', only GET and POST.")
      refusal.allowed = "GET, POST"
      return refusal
    }
    if head.path == "/v1" || head.path.hasPrefix("/v1/"), !hasToken(head.authorization) {
      return Refusal(
        401,
        "The token is missing or wrong: it is new with each start of the app. Open the address that the app printed, or send the "
          + "header 'Authorization: Bearer TOKEN' with the part after '#'."
      )
    }
    guard let length = head.bodyLength else {
      return Refusal(411, "The request does not say how long its body is. Send it with 'Content-Length'.")
    }
    guard length <= Self.bodyLimit else {
      return Refusal(413, "The body has \(length) bytes, and at most \(Self.bodyLimit) are read. Send a shorter one.")
    }
    return nil
  }

  private func hasToken(_ authorization: String?) -> Bool {
    Self.areEqual(authorization ?? "", "Bearer \(token)")
  }

  /// Compares in a time that depends on the lengths alone.
  static func areEqual(_ given: String, _ expected: String) -> Bool {
    let (given, expected) = (Array(given.utf8), Array(expected.utf8))
    var difference = given.count ^ expected.count
    for (index, byte) in expected.enumerated() {
      difference |= Int(byte ^ (given.isEmpty ? 0 : given[index % given.count]))
    }
    return difference == 0
  }
}
