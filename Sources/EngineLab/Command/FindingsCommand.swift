import ArgumentParser

/// `engine-lab findings FOLDER`: merges what the parts of a search have found.
struct FindingsCommand: LabCommand {
  static let configuration = CommandConfiguration(
    commandName: "findings",
    abstract: "Merge the parts of a search that several processes or machines have played.",
    discussion: """
      EXAMPLES:
        engine-lab explore Scenarios/search.json --first 0 --seeds 50000 --findings Findings
        engine-lab explore Scenarios/search.json --first 50000 --seeds 50000 --findings Findings
        engine-lab findings Findings --first 0 --seeds 100000

      Each difference is shown once, with its seeds. Seeds that were not played, because a machine has gone, are shown \
      with the command that plays them. Exit status: 1 when engines differ, 2 when seeds are missing or a schedule \
      proves nothing, 0 otherwise.
      """
  )

  @Argument(help: "The folder of 'engine-lab explore --findings', or one into which its files were copied.")
  var folder: String

  @Option(help: "The first seed of the whole search; by default that of the first part.")
  var first: UInt64?

  @Option(help: "How many seeds the whole search has; by default up to the last part.")
  var seeds: Int?

  func validate() throws {
    guard seeds.map({ $0 > 0 }) ?? true else { throw ValidationError("--seeds is not positive.") }
    guard let seeds else { return }
    guard !(first ?? 0).addingReportingOverflow(UInt64(seeds - 1)).overflow else {
      throw ValidationError("--first is \(first ?? 0), after which there are no \(seeds) seeds.")
    }
  }

  @MainActor func execute(in context: LabContext) throws -> LabStatus {
    let names = try FileProbe.names(inFolderAt: folder).filter { $0.hasSuffix(SearchPart.suffix) }
    let paths = names.sorted(by: String.isInByteOrder).map { "\(folder)/\($0)" }
    guard let path = paths.first else {
      let reason = "the folder has no findings, whose names end with '\(SearchPart.suffix)'."
      throw LabError(subject: folder, reason: reason)
    }
    var parts: [SearchPart] = []
    var problems: [LabError] = []
    for path in paths {
      do throws(LabError) { parts.append(try SearchPart(contentsOf: path)) } catch { problems.append(error) }
    }
    if let head = parts.first?.head, let index = parts.firstIndex(where: { !$0.head.isOfSameSearch(as: head) }) {
      let other = parts[index].head
      let reason =
        other.search == head.search
        ? "the scenario, the faults or the engines differ from those of the other parts."
        : "it is a part of another search: 'engine-lab \(other.command)', and not 'engine-lab \(head.command)'."
      let name = SearchPart.path(in: folder, first: other.first, seeds: other.seeds)
      throw LabError(subject: name, reason: "\(reason) Put its findings in a folder of its own.")
    }
    let whole = MergedSearch(parts, first: seeds == nil ? first : first ?? 0, last: last)
    if let head = parts.first?.head {
      try context.console.output(whole.text(command: head.command, folder: folder))
    } else {
      context.console.error("\(LabError(subject: path, reason: "no part of a search can be read."))\n")
    }
    for problem in problems { context.console.error("\(problem)\n") }
    for doubt in whole.doubts { context.console.error("\(doubt.printable)\n") }
    if !whole.differences.isEmpty { return .disagreement }
    return whole.gaps.isEmpty && whole.doubts.isEmpty && problems.isEmpty ? .success : .badInput
  }

  private var last: UInt64? { seeds.map { (first ?? 0) + UInt64($0 - 1) } }
}

extension SearchPart.Head {
  /// The command without its seeds.
  fileprivate var command: String { search.map(\.shellWord).joined(separator: " ") }

  fileprivate func isOfSameSearch(as other: SearchPart.Head) -> Bool {
    search == other.search && contents == other.contents
  }
}

extension MergedSearch {
  /// The summary, in which `command` plays seeds of the search.
  func text(command: String, folder: String) -> String {
    var lines: [String] = []
    for difference in differences {
      let others = difference.otherSeeds.isEmpty ? "" : ", and in those of \(difference.otherSeeds.wordsOfSeeds)"
      lines.append("\(title.printable): the engines differ in the schedule of seed \(difference.first.seed)\(others).")
      lines += [""] + difference.first.differences.map { "  " + $0.printable } + [""]
      lines.append("To reproduce it: \(difference.first.command.printable)")
      if let replay = difference.first.replay { lines.append("Without a seed: \(replay.printable)") }
      lines.append("")
    }
    let parts = partCount.counting("part")
    guard !gaps.isEmpty else {
      lines.append("\(title.printable): all \(count) schedules were played, in \(parts).")
      return lines.joined(separator: "\n") + "\n"
    }
    lines.append("\(title.printable): \(playedCount) of \(count) schedules were played, in \(parts). Not played:")
    for gap in gaps {
      let seeds = gap.count == 1 ? "  seed \(gap.first)" : "  seeds \(gap.first) to \(gap.last)"
      lines.append("\(seeds), \(gap.reason.words)")
      let rest = "--first \(gap.first) --seeds \(gap.count) --findings \(folder.pathArgument.shellWord)"
      lines.append("    engine-lab \(command) \(rest)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension [UInt64] {
  /// A few of the seeds, and how many there are besides.
  fileprivate var wordsOfSeeds: String {
    let shown = prefix(5).map { "\($0)" }.joined(separator: ", ")
    return count > 5 ? "\(shown) and \((count - 5).counting("more seed"))" : shown
  }
}

extension MergedSearch.Gap.Reason {
  fileprivate var words: String {
    switch self {
    case .noPart: "of which there is no part:"
    case .notEnded: "whose process plays still, or has ended:"
    case .found: "behind a difference, at which their part ended:"
    }
  }
}
