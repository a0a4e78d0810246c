/// The decisions of reading a scenario: which keys there are, and what stands under them.
package struct ScenarioReader {
  private let root: JSONOutline
  private let file: String
  private var values: ValueReader

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - text: The text of the scenario.
  ///   - file: The name of the file, for messages.
  package init(text: JSONText, file: String) {
    root = text.root
    self.file = file
    values = ValueReader(text: text, file: file)
  }

  /// Reads the scenario.
  ///
  /// - Throws: A ``ScenarioError`` for the first problem in the order of the file.
  package mutating func read() throws(ScenarioError) -> Scenario {
    let scenario = scenario()
    if let error = values.error { throw error }
    guard let scenario else { preconditionFailure("A scenario without a problem was not read.") }
    return scenario
  }

  // MARK: The parts of a scenario

  /// The scenario, or nil if its feature is not known.
  private mutating func scenario() -> Scenario? {
    let keys = ["feature", "title", "parameters", "steps", "until"]
    let hint = "A scenario has \(keys.phrase("and"))."
    guard case .object(let members) = root.content else {
      values.report(root, "expected an object, found \(root.content.name). \(hint)")
      return nil
    }
    let fields = values.fields(members, keys: keys, hint: hint)
    let feature = feature(fields["feature"], hint: hint)
    let title = fields["title"].flatMap { values.string($0, key: "title") }
    let until = fields["until"].flatMap { values.time($0, key: "until") }
    guard let content = content(of: feature, fields, until: until, hint: hint) else { return nil }
    return Scenario(title: title ?? String(file.split(separator: "/").last ?? ""), content: content, until: until)
  }

  private mutating func feature(_ value: JSONOutline?, hint: String) -> Scenario.Feature? {
    guard let value else {
      values.report(root, "'feature' is missing. \(hint)")
      return nil
    }
    guard let name = values.string(value, key: "feature") else { return nil }
    guard let feature = Scenario.Feature(rawValue: name) else {
      let known = Scenario.Feature.allCases.map(\.rawValue).phrase("and")
      values.report(value, "unknown feature '\(name.printable)'. Known: \(known).")
      return nil
    }
    return feature
  }

  private mutating func content(
    of feature: Scenario.Feature?,
    _ fields: [String: JSONOutline],
    until: Duration?,
    hint: String
  ) -> Scenario.Content? {
    let elements = steps(fields["steps"], hint: hint)
    guard let feature else {
      checkTimes(of: elements)
      return nil
    }
    return switch feature {
    case .search: .search(script(of: feature, fields, elements, until: until))
    case .download: .download(script(of: feature, fields, elements, until: until))
    case .ticker: .ticker(script(of: feature, fields, elements, until: until))
    case .checkout: .checkout(script(of: feature, fields, elements, until: until))
    }
  }

  private mutating func script<Feature: LabFeature>(
    of feature: Scenario.Feature,
    _ fields: [String: JSONOutline],
    _ elements: [JSONOutline],
    until: Duration?
  ) -> Script<Feature> {
    var script = Script<Feature>(parameters: parameters(fields["parameters"], of: feature), steps: [])
    for element in elements {
      guard let step: Script<Feature>.Step = step(element, after: script.steps.last?.at) else { continue }
      script.steps.append(step)
    }
    if let value = fields["until"], let until, let last = script.steps.last, until < last.at {
      values.report(
        value,
        "the scenario ends at \(until.shortText), before its last step at \(last.at.shortText)."
      )
    }
    return script
  }

  private mutating func parameters<Parameters: FeatureParameters>(
    _ outline: JSONOutline?,
    of feature: Scenario.Feature
  ) -> Parameters {
    guard let outline else { return Parameters([:], with: &values) }
    let hint = "The parameters of '\(feature.rawValue)' are \(Parameters.names.phrase("and"))."
    guard case .object(let members) = outline.content else {
      values.report(outline, "'parameters' must be an object, found \(outline.content.name). \(hint)")
      return Parameters([:], with: &values)
    }
    return Parameters(values.fields(members, keys: Parameters.names, hint: hint), with: &values)
  }

  // MARK: Steps

  private mutating func steps(_ value: JSONOutline?, hint: String) -> [JSONOutline] {
    guard let value else {
      values.report(root, "'steps' is missing. \(hint)")
      return []
    }
    guard case .array(let elements) = value.content else {
      values.report(value, "'steps' must be an array, found \(value.content.name).")
      return []
    }
    if elements.isEmpty { values.report(value, "the scenario has no steps.") }
    return elements
  }

  private mutating func step<Feature: LabFeature>(
    _ outline: JSONOutline,
    after previous: Duration?
  ) -> Script<Feature>.Step? {
    let commands = Feature.Command.names
    let hint = "A step has 'at' and one of \(commands.phrase("or"))."
    guard case .object(let members) = outline.content else {
      values.report(outline, "expected a step, found \(outline.content.name). \(hint)")
      return nil
    }
    let given = members.compactMap { member -> (name: String, member: JSONOutline.Member)? in
      let name = values.name(of: member)
      return commands.contains(name) ? (name, member) : nil
    }
    let noun = given.isEmpty ? "step" : "key"
    let fields = values.fields(members, keys: ["at"] + commands, noun: noun, hint: hint)
    // An unknown or repeated key, which stands later in the file, says more than the absence of a known one.
    let mayLackKeys = fields.count == members.count
    let at = fields["at"].flatMap { time($0, after: previous) }
    if fields["at"] == nil, mayLackKeys { values.report(outline, "the step has no 'at'. \(hint)") }
    guard let first = given.first else {
      if mayLackKeys { values.report(outline, "the step has no command. \(hint)") }
      return nil
    }
    if let second = given.first(where: { $0.name != first.name }) {
      values.report(second.member.key, "the step has two commands, '\(first.name)' and '\(second.name)'. \(hint)")
    }
    let command = Feature.Command.read(first.name, first.member.value, with: &values)
    guard let command, let at else { return nil }
    return Script<Feature>.Step(at: at, command: command, line: values.line(of: outline))
  }

  /// Checks what can be checked of the steps of an unknown feature, whose commands are unknown too.
  private mutating func checkTimes(of elements: [JSONOutline]) {
    var last: Duration?
    for element in elements {
      guard case .object(let members) = element.content else { continue }
      let at = members.first { values.name(of: $0) == "at" }
      last = at.flatMap { time($0.value, after: last) } ?? last
    }
  }

  private mutating func time(_ value: JSONOutline, after previous: Duration?) -> Duration? {
    guard let time = values.time(value, key: "at") else { return nil }
    if let previous, time < previous {
      values.report(
        value,
        "the step at \(time.shortText) comes after one at \(previous.shortText). Steps stand in time order."
      )
    }
    return time
  }
}
