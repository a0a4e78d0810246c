/// Times as scenario files write them: `300ms`, `1.5s`, `250us`.
///
/// Reading and writing use whole nanoseconds throughout, so `0.1s` is exactly `100ms`.
enum TimeText {
  /// Why a text names no time.
  enum Problem: Error, Equatable {
    /// The text is not a number with a unit.
    case notATime
    /// The time lies before zero.
    case negative
    /// The time is not a whole number of nanoseconds.
    case tooFine
    /// The time is longer than ``TimeText/limit``.
    case tooLong
  }

  /// The longest time a scenario may name.
  static let limit = Duration.seconds(3600)

  /// The units, with the number of decimal digits that turn each into nanoseconds; longer units first.
  private static let units = [("s", 9), ("ms", 6), ("us", 3), ("ns", 0)]

  /// Reads a time.
  ///
  /// - Parameter text: Digits, perhaps a point and more digits, and `s`, `ms`, `us` or `ns`, without spaces.
  /// - Returns: The time, exactly.
  /// - Throws: The ``Problem`` of a text that names no exact time between zero and ``limit``.
  static func parse(_ text: String) throws(Problem) -> Duration {
    var rest = text[...]
    let isNegative = rest.first == "-"
    if isNegative { rest.removeFirst() }
    let whole = digits(&rest)
    var fraction: Substring = ""
    if rest.first == "." {
      rest.removeFirst()
      fraction = digits(&rest)
      if fraction.isEmpty { throw .notATime }
    }
    guard !whole.isEmpty, let (_, exponent) = units.first(where: { $0.0 == rest }) else { throw .notATime }
    if isNegative { throw .negative }
    while fraction.last == "0" { fraction.removeLast() }
    if fraction.count > exponent { throw .tooFine }
    let padding = String(repeating: "0", count: exponent - fraction.count)
    let nanoseconds = (whole + fraction + padding).drop { $0 == "0" }
    if nanoseconds.isEmpty { return .zero }
    guard let value = Int64(nanoseconds), Duration.nanoseconds(value) <= limit else { throw .tooLong }
    return .nanoseconds(value)
  }

  /// Writes a time exactly, to the nanosecond, in the largest unit that leaves a whole part: `300ms`, `1.5s`, `0s`.
  static func short(_ time: Duration) -> String {
    let nanoseconds = time.wholeNanoseconds
    let magnitude = String(nanoseconds.magnitude)
    if nanoseconds == 0 { return "0s" }
    for (name, exponent) in units where magnitude.count > exponent {
      return (nanoseconds < 0 ? "-" : "") + decimal(magnitude, exponent: exponent, places: nil) + name
    }
    return "\(nanoseconds)ns"
  }

  /// Writes a time in seconds with a fixed number of decimal places, such as `0.300s`.
  ///
  /// Further digits are cut, not rounded.
  ///
  /// - Parameters:
  ///   - time: A time that is not negative.
  ///   - places: The number of digits after the point, from 1 to 9.
  /// - Returns: The text.
  static func seconds(_ time: Duration, places: Int) -> String {
    let digits = String(time.wholeNanoseconds.magnitude)
    let padded = String(repeating: "0", count: max(0, 10 - digits.count)) + digits
    return decimal(padded, exponent: 9, places: places) + "s"
  }

  /// The least of 3, 6 and 9 decimal places that shows all times exactly.
  static func places(for times: some Sequence<Duration>) -> Int {
    var places = 3
    for time in times {
      let nanoseconds = time.wholeNanoseconds
      if nanoseconds % 1_000 != 0 { return 9 }
      if nanoseconds % 1_000_000 != 0 { places = 6 }
    }
    return places
  }

  /// Writes a time that somebody waits: minutes and seconds, tenths of a second below ten seconds.
  static func words(_ time: Duration) -> String {
    let tenths = time.wholeNanoseconds / 100_000_000
    let seconds = tenths / 10
    if seconds < 10 { return "\(seconds).\(tenths % 10) s" }
    return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
  }

  private static func digits(_ text: inout Substring) -> Substring {
    let digits = text.prefix { ("0"..."9").contains($0) && $0.isASCII }
    text = text.dropFirst(digits.count)
    return digits
  }

  private static func decimal(_ digits: String, exponent: Int, places: Int?) -> String {
    let whole = digits.dropLast(exponent)
    var fraction = digits.suffix(exponent)
    if let places {
      fraction = fraction.prefix(places)
    } else {
      while fraction.last == "0" { fraction.removeLast() }
    }
    return fraction.isEmpty ? String(whole) : "\(whole).\(fraction)"
  }
}

extension Duration {
  /// The time exactly, to the nanosecond, in the largest unit that leaves a whole part: `300ms`, `1.5s`, `0s`.
  var shortText: String { TimeText.short(self) }

  /// The time in nanoseconds, cut towards zero; exact for every time a scenario can name.
  var wholeNanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
