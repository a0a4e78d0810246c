import StoreCore
import StoreRecording

/// The answers that are made of all records.
struct SessionAnswers: Sendable {
  private let responder: Responder

  init(_ responder: Responder) { self.responder = responder }

  private var recording: Recording { responder.recorder.recording }

  /// The records in words, with the times that all answers have.
  private func text(of recording: Recording) -> SessionText {
    var text = SessionText()
    for store in recording.stores { text.add(StoreText(store)) }
    for record in recording.records { text.add(RecordText(record, at: responder.time(of: record))) }
    return text
  }

  var findings: Answer {
    let recording = recording
    let findings = recording.findings.prefix(1_000)
    let wanted = Set(findings.map(\.effect.token))
    var stores: [CancellationToken: Int] = [:]
    for record in recording.records {
      guard let effect = record.event?.kind.effectToken, wanted.contains(effect) else { continue }
      stores[effect] = record.store?.number
    }
    let texts = findings.map { finding in
      JSONText.object([
        "kind": .string(finding.kind),
        "text": .string("\(finding)"),
        "store": stores[finding.effect.token].map { .integer(Int64($0)) },
        "effect": .number(finding.effect.token.rawValue),
      ])
    }
    return Answer(.object(["findings": .array(texts)]))
  }

  func why(_ effect: UInt64) throws(Refusal) -> Answer {
    let lines = text(of: recording).why(effect)
    guard !lines.isEmpty else {
      throw Refusal(
        404,
        "No effect \(effect) is among the records: its launch is no longer kept, or it has another number."
      )
    }
    return Answer(.object(["lines": .array(lines.map { .string($0) })]))
  }

  /// The file of the session: of the last records, if all are too many for an answer.
  var session: Answer {
    let records = recording.records
    var (kept, size) = ([Record](), 0)
    // From the newest on.
    for record in records.reversed() {
      size += RecordText(record, at: responder.time(of: record)).json.text.utf8.count + 200
      guard size < Answer.limit else { break }
      kept.append(record)
    }
    var writer = SessionWriter()
    let all =
      [SessionWriter.hello]
      + kept.reversed().flatMap { writer.lines(for: $0, at: responder.time(of: $0), in: responder.recorder.record) }
    return .file(all.joined(separator: "\n") + "\n", type: "application/jsonl", name: "session.jsonl")
  }

  /// The trace of the last records, of half as many until it is short enough.
  var trace: Answer {
    var records = recording.records
    while true {
      let trace = text(of: Recording(records: records)).chromeTrace
      if trace.utf8.count <= Answer.limit || records.count < 2 {
        return .file(trace, type: "application/json", name: "trace.json")
      }
      records.removeFirst(records.count / 2)
    }
  }
}

extension Finding {
  fileprivate var kind: String {
    switch self {
    case .droppedResult: "droppedResult"
    case .longDrain: "longDrain"
    case .neverEnds: "neverEnds"
    case .besideItself: "besideItself"
    }
  }

  fileprivate var effect: EffectInfo {
    switch self {
    case .droppedResult(let info, _, _, _), .longDrain(let info, _, _), .neverEnds(let info, _),
      .besideItself(let info):
      info
    }
  }
}
