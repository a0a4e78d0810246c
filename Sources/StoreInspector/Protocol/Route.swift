/// What a request asks for, with its parameters.
enum Route: Equatable, Sendable {
  case page
  case hello
  /// The records after a number; if there are none, those that come within a time in seconds.
  case records(after: UInt64, limit: Int, wait: Int)
  case effects
  /// A part of the state at a record; of the present one at 0.
  case state(store: Int, at: UInt64, path: String)
  case change(store: Int, at: UInt64)
  case find(store: Int, at: UInt64, text: String)
  case findings
  case why(effect: UInt64)
  case session
  case trace
  /// A command, which the body has.
  case command

  static let recordLimit = 1_000
  static let waitLimit = 10

  /// Finds what a request asks for.
  ///
  /// - Throws: a refusal of an unknown path, of another method, or of a parameter.
  init(_ head: RequestHead) throws(Refusal) {
    let parameters = Parameters(path: head.path, values: head.query)
    switch head.path {
    case "/": self = .page
    case "/v1/hello": self = .hello
    case "/v1/records":
      self = .records(
        after: try parameters.number("after") ?? 0,
        limit: Int(clamping: min(try parameters.number("limit") ?? .max, UInt64(Self.recordLimit))),
        wait: Int(clamping: min(try parameters.number("wait") ?? 0, UInt64(Self.waitLimit)))
      )
    case "/v1/effects": self = .effects
    case "/v1/state":
      let path = head.query["path"] ?? ""
      self = .state(store: try parameters.store(), at: try parameters.number("at") ?? 0, path: path)
    case "/v1/change": self = .change(store: try parameters.store(), at: try parameters.required("at"))
    case "/v1/find":
      guard let text = head.query["text"], !text.isEmpty else {
        throw Refusal(400, "\(head.path) needs the parameter 'text', which is what to look for.")
      }
      self = .find(store: try parameters.store(), at: try parameters.number("at") ?? 0, text: text)
    case "/v1/findings": self = .findings
    case "/v1/why": self = .why(effect: try parameters.required("effect"))
    case "/v1/session": self = .session
    case "/v1/trace": self = .trace
    case "/v1/do": self = .command
    default:
      throw Refusal(404, "The inspector has nothing at '\(head.path.prefix(100))'. Its page is at '/'.")
    }
    let method = self == .command ? "POST" : "GET"
    guard head.method == method else {
      var refusal = Refusal(405, "\(head.path) is for \(method), and not for \(head.method).")
      refusal.allowed = method
      throw refusal
    }
  }
}

/// The parameters of a query, which are numbers.
private struct Parameters {
  let path: String
  let values: [String: String]

  func number(_ name: String) throws(Refusal) -> UInt64? {
    guard let text = values[name] else { return nil }
    guard let number = UInt64(text) else {
      throw Refusal(
        400,
        "The parameter '\(name)' of \(path) is '\(text.prefix(100))', and has to be a whole number from 0."
      )
    }
    return number
  }

  func required(_ name: String) throws(Refusal) -> UInt64 {
    guard let number = try number(name) else {
      throw Refusal(400, "\(path) needs the parameter '\(name)', which is a number.")
    }
    return number
  }

  func store() throws(Refusal) -> Int {
    Int(clamping: try required("store"))
  }
}
