/// Reads the values of a scenario file, and remembers what is wrong with them.
///
/// It reads on after a problem and keeps the one that stands first in the file, so the message does not depend on the
/// order in which values are read.
package struct ValueReader {
  private let text: JSONText
  private let file: String
  private var problem: Problem?

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - text: The text of the scenario.
  ///   - file: The name of the file, for messages.
  package init(text: JSONText, file: String) {
    self.text = text
    self.file = file
  }

  /// The problem that stands first in the file, if there is any.
  package var error: ScenarioError? {
    problem.map { ScenarioError(file: file, line: text.line(of: $0.offset), reason: $0.reason) }
  }

  // MARK: Values

  /// Reads a string.
  package mutating func string(_ outline: JSONOutline, key: String) -> String? {
    guard let string = string(outline) else {
      report(outline, "'\(key)' must be a string, found \(outline.content.name).")
      return nil
    }
    return string
  }

  /// Reads a time.
  package mutating func time(_ outline: JSONOutline, key: String) -> Duration? {
    let example = "a time such as \"300ms\" or \"1.5s\""
    guard let string = string(outline) else {
      report(outline, "'\(key)' must be \(example), found \(outline.content.name).")
      return nil
    }
    do throws(TimeText.Problem) {
      return try TimeText.parse(string)
    } catch {
      let found = "\"\(string.printable)\""
      switch error {
      case .notATime: report(outline, "'\(key)' must be \(example), found \(found).")
      case .negative: report(outline, "'\(key)' is negative: \(found). Times count from the beginning.")
      case .tooFine: report(outline, "'\(key)' is finer than a nanosecond: \(found).")
      case .tooLong: report(outline, "'\(key)' is longer than one hour: \(found).")
      }
    }
    return nil
  }

  /// Reads a whole number.
  package mutating func integer(_ outline: JSONOutline, key: String, in range: ClosedRange<Int>) -> Int? {
    let expected = "'\(key)' must be a whole number from \(range.lowerBound) to \(range.upperBound)"
    guard case .number = outline.content else {
      report(outline, "\(expected), found \(outline.content.name).")
      return nil
    }
    guard let integer = text.integer(at: outline.range), range.contains(integer) else {
      report(outline, "\(expected).")
      return nil
    }
    return integer
  }

  /// Reads a part of a whole, from 0 to 1.
  package mutating func fraction(_ outline: JSONOutline, key: String) -> Double? {
    let expected = "'\(key)' must be a number from 0 to 1"
    guard case .number = outline.content else {
      report(outline, "\(expected), found \(outline.content.name).")
      return nil
    }
    guard let number = text.number(at: outline.range), (0...1).contains(number) else {
      report(outline, "\(expected).")
      return nil
    }
    return number
  }

  /// Reads `true`, which stands for doing what the key says.
  package mutating func confirm(_ outline: JSONOutline, key: String) {
    if outline.content != .true { report(outline, "'\(key)' must be true, found \(outline.content.name).") }
  }

  /// The string at a place, or nil if there is something else.
  package func string(_ outline: JSONOutline) -> String? {
    guard case .string = outline.content else { return nil }
    return text.string(at: outline.range)
  }

  // MARK: Objects

  /// The name of a member.
  package func name(of member: JSONOutline.Member) -> String {
    text.string(at: member.key) ?? ""
  }

  /// The line on which a value begins.
  package func line(of outline: JSONOutline) -> Int {
    text.line(of: outline.range.lowerBound)
  }

  /// The values by key, the first of equal ones; reports unknown keys and repeated ones.
  package mutating func fields(
    _ members: [JSONOutline.Member],
    keys: [String],
    noun: String = "key",
    hint: String
  ) -> [String: JSONOutline] {
    var fields: [String: JSONOutline] = [:]
    for member in members {
      let name = name(of: member)
      if !keys.contains(name) {
        report(member.key, "unknown \(noun) '\(name.printable)'. \(hint)")
      } else if fields.updateValue(fields[name] ?? member.value, forKey: name) != nil {
        report(member.key, "'\(name)' is given twice.")
      }
    }
    return fields
  }

  // MARK: Problems

  /// Remembers what is wrong with a value.
  package mutating func report(_ outline: JSONOutline, _ reason: String) {
    report(outline.range, reason)
  }

  /// Remembers what is wrong at a place.
  package mutating func report(_ range: Range<Int>, _ reason: String) {
    if let problem, problem.offset <= range.lowerBound { return }
    problem = Problem(offset: range.lowerBound, reason: reason)
  }
}
