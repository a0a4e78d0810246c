/// Times as they stand in traces and reports.
enum TraceTime {
  /// Milliseconds, with as many digits behind the point as it takes up to three.
  static func text(for time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    let (milliseconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000)
    guard rest != 0 else { return "\(milliseconds)ms" }
    let digits = String(rest.magnitude)
    var fraction = String(repeating: "0", count: 3 - digits.count) + digits
    while fraction.last == "0" { fraction.removeLast() }
    return "\(milliseconds).\(fraction)ms"
  }
}
