import ArgumentParser
import StoreRecording

/// `engine-lab why FILE EFFECT`: says why the effects of a recorded session were as they were.
struct WhyCommand: LabCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract:
      "Say who started an effect of a recorded session, what it waited for, who ended it, and what was dropped.",
    discussion: """
      EXAMPLES:
        engine-lab run Scenarios/search.json --engine elm --record session.jsonl
        engine-lab why session.jsonl search
        engine-lab why session.jsonl cancel

      An effect is known by the name that cancels it, by the name of its task, or by its number. The answer is a line \
      for each sentence, with the time; there is one answer for each effect of the name.
      """
  )

  /// The number of answers to one question.
  private static let limit = 20

  @Argument(help: "The file that 'engine-lab run --record' has written.")
  var file: String

  @Argument(help: "A name or the number of an effect.")
  var effect: String

  @MainActor func execute(in context: LabContext) throws -> LabStatus {
    let (session, problem) = try SessionFile.read(file)
    let effects = session.effects(named: effect)
    let answers = effects.suffix(Self.limit).map { session.why($0).map(\.printable).joined(separator: "\n") }
    if answers.isEmpty {
      context.console.error("\(LabError(subject: file, reason: session.unknown(effect).printable))\n")
    } else {
      let count = effects.count - answers.count
      let stores = session.storeLines(ofEffects: effects).map { $0.printable + "\n" }.joined()
      let head =
        count == 0 ? "" : "\(count.counting("earlier effect")) of this name \(count == 1 ? "is" : "are") left out.\n\n"
      try context.console.output(stores + head + answers.joined(separator: "\n\n") + "\n")
    }
    if let problem { context.console.error("\(problem)\n") }
    return answers.isEmpty || problem != nil ? .badInput : .success
  }
}
