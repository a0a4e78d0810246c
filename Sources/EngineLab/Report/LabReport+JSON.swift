import StoreRecording

/// The report as a document for machines; `Scenarios/README.md` describes its keys.
extension LabReport {
  /// Returns the document; `path` is that of the page with the same report, if there is one.
  func json(page path: String? = nil) throws -> String {
    let document: JSONObject = [
      // Grows when a key is renamed, removed or given another meaning.
      "format": 2,
      "title": title,
      "setting": setting,
      "time": time,
      "changes": changes,
      "agreement": agreement,
      "differences": differences,
      "firstDifference": firstDifference.map {
        ["at": $0.time.milliseconds, "subject": $0.subject, "values": $0.values] as JSONObject
      },
      "engines": runs.map(engine),
      "report": path,
    ]
    return try document.jsonText()
  }

  private func engine(_ run: RunReport) -> JSONObject {
    [
      "name": run.engine,
      "agreesWith": peers(of: run),
      "totals": JSONObject([("mostWaiting", run.totals.mostWaiting)] + run.totals.numbers.map { ($0, $1) }),
      "cost": ["jobs": run.cost.jobs, "time": run.cost.time?.milliseconds] as JSONObject,
      "events": run.events.map { ["at": $0.time.milliseconds, "text": $0.text] as JSONObject },
      "actions": run.timeline.actions.map(Self.object),
      "effects": run.timeline.effects.map(Self.object),
      "records": run.records,
      "screens": run.screens.map { ["at": $0.time.milliseconds, "rows": $0.rows] as JSONObject },
      "finalState": run.finalState,
    ]
  }

  private static func object(_ action: ActionMark) -> JSONObject {
    [
      "number": action.number,
      "at": action.time.milliseconds,
      "lastAt": action.lastTime.milliseconds,
      "count": action.count,
      "text": action.text,
      "source": action.source.rawValue,
      "cause": action.cause?.description,
      "dropped": action.isDropped,
      "vetoed": action.isVetoed,
    ]
  }

  private static func object(_ effect: EffectSpan) -> JSONObject {
    [
      "number": effect.number,
      "id": effect.id,
      "name": effect.name,
      "stream": effect.isStream,
      "cause": effect.cause?.description,
      "launched": effect.launched.milliseconds,
      "started": effect.started?.milliseconds,
      "ended": effect.ended?.milliseconds,
      "outcome": effect.outcome.rawValue,
      "detail": effect.detail,
      "drained": effect.drained?.milliseconds,
    ]
  }
}

extension Duration {
  /// The time in milliseconds, as a number that is written with all digits of a time up to an hour.
  fileprivate var milliseconds: Double { Double(wholeNanoseconds) / 1_000_000 }
}
