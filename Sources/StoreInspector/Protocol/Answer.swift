import Foundation
import StorePage
import StoreRecording

/// What is sent for a request.
struct Answer: Equatable, Sendable {
  /// The most bytes of an answer.
  static let limit = 4 << 20

  var status = 200
  var headers: [String: String]
  var body: Data
  /// Whether the connection ends behind it, as a body was not read.
  var endsConnection = false

  private init(_ type: String, _ body: Data, policy: String = "default-src 'none'; frame-ancestors 'none'") {
    headers = [
      "Content-Type": type,
      "Content-Security-Policy": policy,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "Cache-Control": "no-store",
      "Cross-Origin-Resource-Policy": "same-origin",
    ]
    self.body = body
  }

  /// An answer of JSON.
  init(_ json: JSONText) { self.init(json: json.text) }

  init(json text: String) { self.init("application/json; charset=utf-8", Data(text.utf8)) }

  /// An answer that says why there is no other.
  init(_ refusal: Refusal) {
    self.init(.object(["error": .string(refusal.words)]))
    status = refusal.status
    if let allowed = refusal.allowed { headers["Allow"] = allowed }
    if refusal.status == 401 { headers["WWW-Authenticate"] = "Bearer" }
    if refusal.leavesBody {
      endsConnection = true
      headers["Connection"] = "close"
    }
  }

  /// A file for the user to keep.
  static func file(_ text: String, type: String, name: String) -> Answer {
    var answer = Answer("\(type); charset=utf-8", Data(text.utf8))
    answer.headers["Content-Disposition"] = "attachment; filename=\"\(name)\""
    return answer
  }

  /// The page, whose own scripts and styles alone are allowed, and which asks nobody but its server.
  static func page(title: String, nonce: String) -> Answer {
    let own = "'nonce-\(nonce)'"
    return Answer(
      "text/html; charset=utf-8",
      Data(Page.html(title: title, data: nil, nonce: nonce).utf8),
      policy: "default-src 'none'; script-src \(own); style-src \(own); connect-src 'self'; img-src data: blob:; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
  }
}
