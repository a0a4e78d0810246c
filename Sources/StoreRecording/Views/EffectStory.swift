public import StoreCore

/// The life of an effect, and why it was as it was; see ``Recording/why(_:)``.
public struct EffectStory: Sendable {
  /// The effect.
  public let effect: EffectInfo
  /// The record of the action that launched it; `nil` if there was none, or it is lost.
  public let cause: Record?
  /// The first record of its life: it was queued, refused or started.
  public let launch: Record
  /// The record of its start; `nil` if it never started.
  public let start: Record?
  /// The record of its end or refusal; `nil` while it runs or waits.
  public let end: Record?
  /// The way it ended; `nil` while it runs or waits.
  public let outcome: EffectOutcome?
  /// The record of the end of its task, if it was cancelled before.
  public let drain: Record?
  /// The records of the actions that it sent, and that were handled or vetoed.
  public let sent: [Record]
  /// The records of the actions that it sent, and that were dropped.
  public let dropped: [Record]

  /// The description, made with the words of the recording.
  private let lines: [String]
}

extension EffectStory: CustomStringConvertible {
  /// The story in sentences, a line for each.
  public var description: String { lines.joined(separator: "\n") }
}

extension Recording {
  /// Returns what started an effect, how it ended, and what it sent; `nil` if its launch is not among the records.
  public func why(_ effect: CancellationToken) -> EffectStory? {
    let causes = Causes(records)
    return causes.lives[effect].map { EffectStory($0, in: self, causes) }
  }

  /// Returns the stories of all effects with a name, in the order of their launches.
  public func stories(of id: EffectID) -> [EffectStory] {
    let causes = Causes(records)
    return causes.tokens.compactMap { causes.lives[$0] }.filter { $0.info.id == id }
      .map { EffectStory($0, in: self, causes) }
  }
}

extension EffectStory {
  fileprivate init(_ life: Causes.Life, in recording: Recording, _ causes: Causes) {
    let records = recording.records
    let sent = records[life.launch...].filter {
      $0.event?.cause == .effect(life.info.token) && $0.event?.kind.action != nil
    }
    effect = life.info
    launch = records[life.launch]
    cause = launch.event.flatMap { causes.origin(of: $0) }.map { records[$0] }
    start = life.start.map { records[$0] }
    end = life.end.map { records[$0] }
    outcome = life.outcome
    drain = life.drain.map { records[$0] }
    self.sent = sent.filter { $0.event?.kind.actionID != nil }
    dropped = sent.filter { $0.event?.kind.actionID == nil }

    func time(_ record: Record) -> String { TimeText.milliseconds(recording.time(of: record)) }
    let title = life.info.title
    let subject = title.prefix(1).uppercased() + title.dropFirst()
    var lines = ["\(time(launch))  \(subject) was launched \(life.info.origin)."]
    switch (start, end, outcome) {
    case (let start?, _, _) where start.number != launch.number:
      lines.append("\(time(start))  It started, after it had waited.")
    case (nil, nil, _): lines.append("It waits for its turn.")
    default: break
    }
    if let end, let outcome { lines.append("\(time(end))  It \(Self.words(for: outcome)).") }
    if start != nil, end == nil { lines.append("It runs.") }
    if let drain { lines.append("\(time(drain))  Its task ended.") }
    let words = RecordWords(recording, causes)
    lines += sent.compactMap { record in words.words(for: record).map { "\(time(record))  \($0)" } }
    self.lines = lines
  }

  private static func words(for outcome: EffectOutcome) -> String {
    switch outcome {
    case .finished: "finished"
    case .failed(let error): "failed with \(error)"
    case .cancelled: "was cancelled"
    case .replaced: "was replaced by a newer effect of the same name"
    case .refused(let reason): "was refused, as \(reason.words)"
    }
  }
}
