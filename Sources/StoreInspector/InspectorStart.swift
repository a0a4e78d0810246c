/// The decision whether an inspector starts.
struct InspectorStart {
  static let shortestToken = 16

  let isRelease: Bool
  let inRelease: Bool
  /// The token that was asked for.
  let token: String?

  /// Why it does not start, in a sentence; `nil` if it does.
  var refusal: String? {
    if isRelease, !inRelease {
      return
        "The store inspector did not start, as this is a release build: it would show everything that the app does. "
        + "Start it with 'inRelease: true' to have it there too."
    }
    if let token, !Self.isUsable(token) {
      return
        "The store inspector did not start, as its token is too easy to guess or has other characters than letters, digits, "
        + "'-' and '_'. Give it one of at least \(Self.shortestToken) of these, or none."
    }
    return nil
  }

  private static func isUsable(_ token: String) -> Bool {
    token.count >= shortestToken
      && token.utf8.allSatisfy { byte in
        switch Character(Unicode.Scalar(byte)) {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
      }
  }

  /// What is said when the server cannot listen.
  static func words(forFailureAt port: UInt16, _ error: any Error) -> String {
    let place = port == 0 ? "at any port" : "at the port \(port)"
    let advice = port == 0 ? "" : " End what uses that port, or give the inspector another one; 0 is any that is free."
    return "The store inspector cannot listen \(place) (\(error)). It tries again each second.\(advice)"
  }
}
