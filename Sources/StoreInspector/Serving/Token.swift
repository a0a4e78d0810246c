/// A word that nobody can guess.
enum Token {
  /// Makes a word of 128 random bits, of letters and digits.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    .joined()
  }
}
