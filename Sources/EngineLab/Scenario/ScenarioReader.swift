/// The decisions of reading a scenario: which keys there are, and what their values may be.
///
/// It reads on after a problem and keeps the one that stands first in the file, so the message does not depend on the
/// order in which this code looks.
package struct ScenarioReader {
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

  /// Reads the scenario.
  ///
  /// - Throws: A ``ScenarioError`` for the first problem in the order of the file.
  package mutating func read() throws(ScenarioError) -> Scenario {
    let scenario = scenario(text.root)
    if let problem {
      throw ScenarioError(file: file, line: text.line(of: problem.offset), reason: problem.reason)
    }
    return scenario
  }

  // MARK: The parts of a scenario

  private mutating func scenario(_ outline: JSONOutline) -> Scenario {
    let keys = ["feature", "title", "parameters", "steps", "until"]
    let hint = "A scenario has \(keys.phrase("and"))."
    let fallback = String(file.split(separator: "/").last ?? "")
    guard case .object(let members) = outline.content else {
      report(outline, "expected an object, found \(outline.content.name). \(hint)")
      return Scenario(title: fallback, steps: [])
    }
    let fields = fields(members, keys: keys, hint: hint)
    let feature = feature(fields["feature"], in: outline, hint: hint)
    let steps = steps(fields["steps"], in: outline, hint: hint)
    let scenario = Scenario(
      feature: feature ?? .search,
      title: fields["title"].flatMap { string($0.value, key: "title") } ?? fallback,
      // The parameters of an unknown feature are unknown, too.
      search: feature == nil ? SearchParameters() : fields["parameters"].map { parameters($0.value) } ?? .init(),
      steps: steps,
      until: fields["until"].flatMap { time($0.value, key: "until") }
    )
    if let until = scenario.until, let last = steps.last, until < last.at, let field = fields["until"] {
      report(field.value, "the scenario ends at \(until.shortText), before its last step at \(last.at.shortText).")
    }
    return scenario
  }

  private mutating func feature(
    _ member: JSONOutline.Member?,
    in outline: JSONOutline,
    hint: String
  ) -> Scenario.Feature? {
    guard let member else {
      report(outline, "'feature' is missing. \(hint)")
      return nil
    }
    guard let name = string(member.value, key: "feature") else { return nil }
    guard let feature = Scenario.Feature(rawValue: name) else {
      let known = Scenario.Feature.allCases.map(\.rawValue).phrase("and")
      report(member.value, "unknown feature '\(name.printable)'. Known: \(known).")
      return nil
    }
    return feature
  }

  private mutating func parameters(_ outline: JSONOutline) -> SearchParameters {
    var parameters = SearchParameters()
    let keys = ["debounce", "readTime", "extensions", "limit"]
    let hint = "The parameters of 'search' are \(keys.phrase("and"))."
    guard case .object(let members) = outline.content else {
      report(outline, "'parameters' must be an object, found \(outline.content.name). \(hint)")
      return parameters
    }
    let fields = fields(members, keys: keys, hint: hint)
    if let value = fields["debounce"]?.value, let time = time(value, key: "debounce") { parameters.debounce = time }
    if let value = fields["readTime"]?.value, let time = time(value, key: "readTime") { parameters.readTime = time }
    if let value = fields["extensions"]?.value { parameters.extensions = extensions(value) }
    if let value = fields["limit"]?.value, let limit = limit(value) { parameters.limit = limit }
    return parameters
  }

  private mutating func extensions(_ outline: JSONOutline) -> [String] {
    let expected = "'extensions' must be a list of file extensions such as [\"swift\", \"md\"]"
    guard case .array(let elements) = outline.content else {
      report(outline, "\(expected), found \(outline.content.name).")
      return []
    }
    if elements.isEmpty { report(outline, "\(expected), found an empty list.") }
    return elements.compactMap { element in
      guard case .string = element.content, let name = text.string(at: element.range) else {
        report(element, "\(expected), found \(element.content.name).")
        return nil
      }
      if name.isEmpty || name.contains(where: { $0 == "." || $0 == "/" || $0.isWhitespace }) {
        report(element, "'\(name.printable)' is no file extension. Write it without dots, such as 'swift'.")
      }
      return name.lowercased()
    }
  }

  private mutating func limit(_ outline: JSONOutline) -> Int? {
    let expected = "'limit' must be a whole number from 1 to 1000"
    guard case .number = outline.content else {
      report(outline, "\(expected), found \(outline.content.name).")
      return nil
    }
    guard let limit = text.integer(at: outline.range), (1...1000).contains(limit) else {
      report(outline, "\(expected).")
      return nil
    }
    return limit
  }

  // MARK: Steps

  private mutating func steps(
    _ member: JSONOutline.Member?,
    in outline: JSONOutline,
    hint: String
  ) -> [Scenario.Step] {
    guard let member else {
      report(outline, "'steps' is missing. \(hint)")
      return []
    }
    guard case .array(let elements) = member.value.content else {
      report(member.value, "'steps' must be an array, found \(member.value.content.name).")
      return []
    }
    if elements.isEmpty { report(member.value, "the scenario has no steps.") }
    var steps: [Scenario.Step] = []
    for element in elements {
      guard let step = step(element, after: steps.last?.at) else { continue }
      steps.append(step)
    }
    return steps
  }

  private mutating func step(_ outline: JSONOutline, after previous: Duration?) -> Scenario.Step? {
    let hint = "A step has 'at' and one of 'type', 'cancel' or 'clear'."
    guard case .object(let members) = outline.content else {
      report(outline, "expected a step, found \(outline.content.name). \(hint)")
      return nil
    }
    let commands = ["type", "cancel", "clear"]
    let given = members.compactMap { member -> (name: String, member: JSONOutline.Member)? in
      guard let name = text.string(at: member.key), commands.contains(name) else { return nil }
      return (name, member)
    }
    let fields = fields(members, keys: ["at"] + commands, noun: given.isEmpty ? "step" : "key", hint: hint)
    // An unknown or repeated key, which stands later in the file, says more than the absence of a known one.
    let mayLackKeys = fields.count == members.count
    let time = fields["at"].flatMap { self.time($0.value, key: "at") }
    if fields["at"] == nil, mayLackKeys { report(outline, "the step has no 'at'. \(hint)") }
    if let time, let previous, time < previous, let field = fields["at"] {
      report(
        field.value,
        "the step at \(time.shortText) comes after one at \(previous.shortText). Steps stand in time order."
      )
    }
    guard let first = given.first else {
      if mayLackKeys { report(outline, "the step has no command. \(hint)") }
      return nil
    }
    if let second = given.first(where: { $0.name != first.name }) {
      report(second.member.key, "the step has two commands, '\(first.name)' and '\(second.name)'. \(hint)")
    }
    guard let command = command(first.name, first.member.value), let time else { return nil }
    return Scenario.Step(at: time, command: command, line: text.line(of: outline.range.lowerBound))
  }

  private mutating func command(_ name: String, _ value: JSONOutline) -> Scenario.Command? {
    switch name {
    case "type":
      guard let typed = string(value, key: "type") else { return nil }
      if typed.isEmpty { report(value, "'type' is empty. Use 'clear' to empty the field.") }
      return .type(typed)
    default:
      if value.content != .true { report(value, "'\(name)' must be true, found \(value.content.name).") }
      return name == "cancel" ? .cancel : .clear
    }
  }

  // MARK: Values

  private mutating func string(_ outline: JSONOutline, key: String) -> String? {
    guard case .string = outline.content, let string = text.string(at: outline.range) else {
      report(outline, "'\(key)' must be a string, found \(outline.content.name).")
      return nil
    }
    return string
  }

  private mutating func time(_ outline: JSONOutline, key: String) -> Duration? {
    let example = "a time such as \"300ms\" or \"1.5s\""
    guard case .string = outline.content, let string = text.string(at: outline.range) else {
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

  /// The members by key, the first of equal ones; reports unknown keys and repeated ones.
  private mutating func fields(
    _ members: [JSONOutline.Member],
    keys: [String],
    noun: String = "key",
    hint: String
  ) -> [String: JSONOutline.Member] {
    var fields: [String: JSONOutline.Member] = [:]
    for member in members {
      let name = text.string(at: member.key) ?? ""
      if !keys.contains(name) {
        report(member.key, "unknown \(noun) '\(name.printable)'. \(hint)")
      } else if fields.updateValue(fields[name] ?? member, forKey: name) != nil {
        report(member.key, "'\(name)' is given twice.")
      }
    }
    return fields
  }

  // MARK: Problems

  private mutating func report(_ outline: JSONOutline, _ reason: String) {
    report(outline.range, reason)
  }

  private mutating func report(_ range: Range<Int>, _ reason: String) {
    if let problem, problem.offset <= range.lowerBound { return }
    problem = Problem(offset: range.lowerBound, reason: reason)
  }
}
