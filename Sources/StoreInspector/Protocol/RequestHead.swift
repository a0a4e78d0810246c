/// The parts of a request that say who asks for what.
struct RequestHead: Equatable, Sendable {
  var method: String
  /// The path, without the query.
  var path: String
  var query: [String: String] = [:]
  var host: String?
  var origin: String?
  /// What a browser says of the page that makes the request, in `Sec-Fetch-Site`.
  var fetchSite: String?
  var authorization: String?
  /// The number of bytes of the body; `nil` if the request does not say it.
  var bodyLength: Int? = 0
}

/// The reason why a request is not answered.
struct Refusal: Error, Equatable, Sendable {
  let status: Int
  /// What happened, why, and what to do.
  let words: String
  /// The methods that the path has, if the request's is not among them.
  var allowed: String?
  /// Whether the body is not read, so that nothing can follow on the connection.
  var leavesBody = false

  init(_ status: Int, _ words: String) {
    self.status = status
    self.words = words
  }
}
