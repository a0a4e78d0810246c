import StoreCore

extension SessionText {
  /// Returns why the effects with a name were as they were; if there is none, a line with the names that there are.
  func answers(about name: String, _ reports: [EffectReport] = []) -> [[String]] {
    let others = reports.filter { report in
      lives[report.effect.token.rawValue] == nil
        && [report.effect.id?.description, report.effect.name].contains(name)
    }
    let answers = (effects(named: name) + others.map(\.effect.token.rawValue)).map { answer(about: $0, reports) }
    if !answers.isEmpty { return answers }
    let sentence = unknown(name, besides: reports.flatMap { [$0.effect.id?.description, $0.effect.name] })
    return [[sentence.prefix(1).uppercased() + sentence.dropFirst()]]
  }

  /// Returns why an effect was as it was; if nothing is known of it, a line that says that.
  func answer(about effect: UInt64, _ reports: [EffectReport] = []) -> [String] {
    let report = reports.first { $0.effect.token.rawValue == effect }
    if lives[effect] != nil { return why(effect, now: report) }
    return [report.map { "     now  \($0) Its launch is not recorded." } ?? "The effect #\(effect) is not recorded."]
  }

  /// Returns that there is no effect of a name, and which names there are, from the first ones.
  package func unknown(_ name: String, besides others: [String?] = []) -> String {
    let names = effectNames
    var known = names + Set(others.compactMap(\.self)).subtracting(names).sorted()
    guard !known.isEmpty else { return "no effect '\(name)'. None with a name is recorded." }
    let more = known.count - Self.shownNames
    known = known.prefix(Self.shownNames).map { "'\($0)'" }
    let last = more > 0 ? "\(more) more" : known.removeLast()
    return "no effect '\(name)'. Known: \(known.isEmpty ? "" : known.joined(separator: ", ") + " and ")\(last)."
  }

  /// The number of names that a sentence lists.
  private static var shownNames: Int { 20 }

  /// The numbers of the effects with a name, an id, or this very number, in the order of their launches.
  package func effects(named name: String) -> [UInt64] {
    effects.filter { effect in
      guard let launch = lives[effect].map({ records[$0.launch] }) else { return false }
      return [launch.id, launch.name, "\(effect)"].contains(name)
    }
  }

  /// The names and ids of the effects, in the order of their first launches.
  private var effectNames: [String] {
    var known: Set<String> = []
    return effects.compactMap { lives[$0].map { records[$0.launch] } }
      .flatMap { [$0.id, $0.name].compactMap(\.self) }
      .filter { known.insert($0).inserted }
  }

  /// Returns why an effect was as it was, a line for each sentence: who launched it, what it waited for, what it sent,
  /// who ended it, and what was dropped; none for an effect that is not among the records.
  ///
  /// - Parameters:
  ///   - effect: The number of the effect.
  ///   - report: What its store knows of it now.
  /// - Returns: The lines.
  package func why(_ effect: UInt64, now report: EffectReport? = nil) -> [String] {
    guard let life = lives[effect] else { return [] }
    let launch = records[life.launch]
    let title = title(of: launch)
    var lines = [
      line("\(title.prefix(1).uppercased())\(title.dropFirst()) was launched \(origin(of: launch)).", of: launch)
    ]
    var dropCount = 0
    var hasDrained = false
    var isAfterPause = false
    var group: (first: RecordText, count: Int, last: RecordText)?
    func closeGroup() {
      if let (first, count, last) = group { lines.append(sentence(about: count, from: first, to: last)) }
      group = nil
    }
    for place in life.launch..<records.count {
      let record = records[place]
      if record.cause?.effect == effect, [.actionHandled, .actionDropped, .actionVetoed].contains(record.kind) {
        isAfterPause = false
        if record.kind == .actionDropped { dropCount += 1 }
        if let (first, count, _) = group, record.kind == first.kind, caseName(of: record) == caseName(of: first) {
          group = (first, count + 1, record)
        } else {
          closeGroup()
          group = (record, 1, record)
        }
        continue
      }
      if record.effect == effect, record.kind == .effectDrained { hasDrained = true }
      guard let words = sentence(about: record, of: effect, life, at: place) else { continue }
      closeGroup()
      isAfterPause = record.kind == .effectPaused
      lines.append(line(words, of: record))
    }
    closeGroup()
    // The end of a pause is not recorded. What goes on has no time: that of a record would be of something else.
    let running = isAfterPause ? "It has not ended" : "It still runs"
    if life.end == nil, let report {
      lines.append(line(sentence(about: report, running), at: "now", of: launch))
    } else if life.end == nil {
      lines.append(line("\(life.start == nil ? "It still waits for its turn" : running).", at: "", of: launch))
    }
    let hasBeenStopped = life.end.map { [.cancelled, .replaced].contains(records[$0].outcome) } ?? false
    if hasBeenStopped, life.start != nil, !hasDrained {
      lines.append(line("Its task has not ended.", at: "", of: launch))
    }
    if hasBeenStopped, dropCount == 0 { lines.append("          Nothing that it sent was dropped.") }
    return lines
  }

  /// Returns what a record says of an effect that did not send it, or of another effect that it kept away.
  private func sentence(about record: RecordText, of effect: UInt64, _ life: Life, at place: Int) -> String? {
    if record.effect == effect {
      return switch record.kind {
      case .effectStarted: place == life.launch ? nil : "It started, after it had waited."
      case .effectRefused, .effectEnded: "It \(outcome(of: record))\(ender(of: record))."
      case .effectDrained: "Its task ended."
      case .effectPaused: "It \(record.detail ?? "")."
      default: nil
      }
    }
    let launch = records[life.launch]
    guard record.kind == .effectRefused, record.id != nil, record.id == launch.id, record.store == launch.store,
      place < life.end ?? .max
    else { return nil }
    return "Another one of its name was refused, as \(record.detail ?? ""): it was launched \(origin(of: record))."
  }

  /// Returns what an effect does or waits for; these words say that it runs.
  private func sentence(about report: EffectReport, _ running: String) -> String {
    if case .running = report.status { return "\(running)\(report.waits)." }
    guard case .queued(let tokens) = report.status, !tokens.isEmpty else { return "It \(report.words)." }
    let ahead = tokens.map { token in
      lives[token.rawValue].map { "\(title(of: records[$0.launch])) (#\(token.rawValue))" } ?? "#\(token.rawValue)"
    }
    return "It waits for its turn behind \(ahead.joined(separator: ", "))\(report.waits)."
  }

  /// Returns a sentence about actions of one case that an effect sent one after another.
  private func sentence(about count: Int, from first: RecordText, to last: RecordText) -> String {
    let verb =
      switch first.kind {
      case .actionDropped: "dropped"
      case .actionVetoed: "vetoed by \(first.detail ?? "middleware")"
      default: "handled"
      }
    if count == 1 { return line("It sent \(first.text ?? ""), which was \(verb).", of: first) }
    let end = Self.time(of: last)
    return line("It sent \(caseName(of: first)) \(count) times until \(end), which were \(verb).", of: first)
  }

  private func caseName(of record: RecordText) -> Substring { (record.text ?? "").prefix { $0 != "(" } }

  /// The effect within a sentence: by both names, else by the action that launched it.
  private func title(of launch: RecordText) -> String {
    guard let name = launch.id ?? launch.name else {
      return launch.text.map { "the effect of \($0)" } ?? "an effect without a name"
    }
    guard let task = launch.name, task != name else { return "the effect '\(name)'" }
    return "the effect '\(name)' (\(task))"
  }

  /// Returns what launched an effect, with what that came from, up to what came from outside.
  private func origin(of launch: RecordText) -> String {
    if let cause = launch.cause { return chain(from: cause, "by", of: launch) }
    let place = launch.sentAt.map { ", at \($0)" } ?? ""
    return (launch.text.map { "by the action \($0)" } ?? "without an action") + place
  }

  /// Returns what has ended an effect, with what that came from.
  private func ender(of end: RecordText) -> String {
    guard let ender = end.ender else { return "" }
    let newer = ender.effect.flatMap { lives[$0] }.map { records[$0.launch] }
    if let newer { return " by \(title(of: newer)), launched \(origin(of: newer))" }
    let way = " \(ender.way)"
    let place = ender.at.map { ", at \($0)" } ?? ""
    guard let cause = ender.cause else { return way + place + step(before: end) }
    let words = chain(from: cause, "because of", of: end)
    return "\(way)\(ender.at.map { words.contains("sent at \($0)") } ?? true ? "" : place), \(words)"
  }

  /// Returns the origins of a record, from a cause on, each with its own, in words.
  private func chain(from first: RecordText.Cause, _ verb: String, of record: RecordText) -> String {
    var links: [String] = []
    var (cause, verb, store) = (first, verb, record.store)
    while links.count < 8 {
      let isEffect = cause.effect != nil
      let suffix = suffix(of: cause, seenFrom: store)
      guard let place = place(of: cause) else {
        // An effect knows what launched it, even if that is lost.
        let known = links.isEmpty && record.kind != .effectEnded ? record.text.map { "the action \($0)" } : nil
        links.append("\(verb) \(known ?? (isEffect ? "an effect" : "an action"))\(suffix), whose record is lost")
        break
      }
      let origin = records[place]
      links.append("\(verb) \(isEffect ? title(of: origin) : "the action \(origin.text ?? "")")\(suffix)")
      guard let next = origin.cause else {
        links.append(
          isEffect
            ? "launched \(self.origin(of: origin))"
            : (origin.sentAt.map { "sent at \($0)" } ?? "sent from outside") + step(before: origin)
        )
        break
      }
      (cause, verb, store) = (next, isEffect ? "launched by" : "sent by", cause.store)
    }
    return links.joined(separator: ", ")
  }

  /// Returns the note before something that came from outside: the last thing from outside before it, if that is a note.
  private func step(before record: RecordText) -> String {
    let place = records.partitioningIndex { $0.number >= record.number }
    let earlier = records[..<place].last { $0.kind == .note || $0.kind == .actionHandled && $0.cause == nil }
    return earlier?.kind == .note ? ", after the note '\(earlier?.text ?? "")'" : ""
  }
}

extension [RecordText] {
  /// The first index at which a condition holds, that holds from some index on.
  func partitioningIndex(where holds: (RecordText) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
