extension StringProtocol {
  /// The text with its control characters made visible, so that it can neither break a line nor steer a terminal.
  ///
  /// A tab becomes a space; every other control character, line or paragraph separator and mark of writing direction
  /// becomes an escape such as `\u{1B}`.
  package var printable: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where scalar == "\t":
        result.append(" ")
      case .control, .lineSeparator, .paragraphSeparator:
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      case .format where scalar.properties.isBidiControl:
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default:
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
