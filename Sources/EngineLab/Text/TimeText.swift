/// Times as scenario files write them, in whole nanoseconds: `300ms`, `1.5s`, `250us`.
enum TimeText {
  enum Problem: Error, Equatable { case notATime, negative, tooFine, tooLong }

  static let limit = Duration.seconds(3600)

  /// The units, with the number of decimal digits that turn each into nanoseconds; longer units first.
  fileprivate static let units = [("s", 9), ("ms", 6), ("us", 3), ("ns", 0)]

  /// Parses a time exactly: digits, perhaps a point and more digits, and `s`, `ms`, `us` or `ns`, without spaces.
  static func parse(_ text: String) throws(Problem) -> Duration {
    guard let match = text.wholeMatch(of: /(-?)([0-9]+)(?:\.([0-9]+))?([mun]?s)/) else { throw .notATime }
    let (_, sign, whole, fraction, unit) = match.output
    if !sign.isEmpty { throw .negative }
    var digits = fraction ?? ""
    while digits.last == "0" { digits.removeLast() }
    let exponent = units.first { $0.0 == unit }?.1 ?? 0
    if digits.count > exponent { throw .tooFine }
    let padding = String(repeating: "0", count: exponent - digits.count)
    // A number that does not fit is far above the limit.
    guard let value = Int64(whole + digits + padding), Duration.nanoseconds(value) <= limit else { throw .tooLong }
    return .nanoseconds(value)
  }

  /// Returns a time in seconds with 1 to 9 decimal places, such as `0.300s`; further digits are cut, not rounded.
  static func seconds(_ time: Duration, places: Int) -> String {
    let digits = String(time.wholeNanoseconds).padded(to: 10, with: "0")
    return "\(digits.dropLast(9)).\(digits.suffix(9).prefix(places))s"
  }

  /// Returns the least of 3, 6 and 9 decimal places that shows all times exactly.
  static func places(for times: some Sequence<Duration>) -> Int {
    times.reduce(3) { places, time in
      let nanoseconds = time.wholeNanoseconds
      return max(places, nanoseconds % 1_000 != 0 ? 9 : nanoseconds % 1_000_000 != 0 ? 6 : 3)
    }
  }

  /// Returns a waiting time as text: minutes and seconds, tenths of a second below ten seconds.
  static func words(_ time: Duration) -> String {
    let tenths = time.wholeNanoseconds / 100_000_000
    let seconds = tenths / 10
    if seconds < 10 { return "\(seconds).\(tenths % 10) s" }
    return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
  }
}

extension Duration {
  /// The time exactly, to the nanosecond, in the largest unit that leaves a whole part: `300ms`, `1.5s`, `0s`.
  var shortText: String {
    let nanoseconds = wholeNanoseconds
    let digits = String(nanoseconds.magnitude)
    guard nanoseconds != 0, let (name, exponent) = TimeText.units.first(where: { digits.count > $0.1 }) else {
      return "0s"
    }
    var fraction = digits.suffix(exponent)
    while fraction.last == "0" { fraction.removeLast() }
    let sign = nanoseconds < 0 ? "-" : ""
    return sign + digits.dropLast(exponent) + (fraction.isEmpty ? "" : "." + fraction) + name
  }

  /// The time in nanoseconds, cut towards zero; exact for every time a scenario can name.
  var wholeNanoseconds: Int64 { Int64(attoseconds / 1_000_000_000) }
}
