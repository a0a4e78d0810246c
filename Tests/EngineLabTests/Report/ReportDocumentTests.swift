#if Exhaustive
import Foundation
import Testing

@testable import EngineLab
@testable import StoreRecording

@Suite struct ReportDocumentTests {
  @Test func `a report has all its keys`() throws {
    var run = RunReport(
      engine: "elm",
      events: [RunEvent("cleared", at: .zero)],
      screens: [ScreenMark(time: .zero, rows: [FinalState.Row("Hits", "0")])],
      finalState: FinalState(
        rows: [FinalState.Row("Hits", "0")],
        lists: [FinalState.List(title: "Hits", note: "all 0", item: "Hit", items: [])]
      ),
      totals: RunTotals(actions: 3, started: 2, finished: 1, cancelled: 1, dropped: 1),
      cost: RunCost(jobs: 4, time: .microseconds(1500))
    )
    run.timeline.actions = [
      ActionMark(number: 1, time: .zero, lastTime: .zero, text: "cleared"),
      ActionMark(
        number: 2,
        time: .milliseconds(1),
        lastTime: .milliseconds(2),
        count: 2,
        text: "found",
        source: .effect,
        cause: .effect(1),
        isDropped: true
      ),
    ]
    run.timeline.effects = [
      EffectSpan(number: 1, cause: .action(1), launched: .microseconds(500)),
      EffectSpan(
        number: 2,
        id: "a",
        name: "b",
        isStream: true,
        launched: .zero,
        started: .milliseconds(1),
        ended: .milliseconds(2),
        outcome: .failed,
        detail: "no",
        drained: .milliseconds(3)
      ),
    ]
    let report = LabReport(title: "T </é", setting: "S", time: .virtual, changes: ["pay#1 fails"], runs: [run])
    #expect(
      try object(report.json(page: "r.html"))
        == object(
          """
          {
            "format": 2,
            "title": "T </é",
            "setting": "S",
            "time": "virtual",
            "changes": ["pay#1 fails"],
            "agreement": "single",
            "differences": [],
            "firstDifference": null,
            "engines": [
              {
                "name": "elm",
                "agreesWith": [],
                "totals": {"actions": 3, "started": 2, "ended": 2, "finished": 1, "failed": 0, "cancelled": 1,
                  "dropped": 1, "mostWaiting": null},
                "cost": {"jobs": 4, "time": 1.5},
                "events": [
                  {"at": 0, "text": "cleared"}
                ],
                "actions": [
                  {"number": 1, "at": 0, "lastAt": 0, "count": 1, "text": "cleared", "source": "user",
                    "cause": null, "dropped": false, "vetoed": false},
                  {"number": 2, "at": 1, "lastAt": 2, "count": 2, "text": "found", "source": "effect",
                    "cause": "effect 1", "dropped": true, "vetoed": false}
                ],
                "effects": [
                  {"number": 1, "id": null, "name": null, "stream": false, "cause": "action 1", "launched": 0.5,
                    "started": null, "ended": null, "outcome": "running", "detail": null, "drained": null},
                  {"number": 2, "id": "a", "name": "b", "stream": true, "cause": null, "launched": 0,
                    "started": 1, "ended": 2, "outcome": "failed", "detail": "no", "drained": 3}
                ],
                "records": [],
                "screens": [
                  {"at": 0, "rows": [{"label": "Hits", "value": "0"}]}
                ],
                "finalState": {
                  "rows": [
                    {"label": "Hits", "value": "0"}
                  ],
                  "lists": [
                    {"title": "Hits", "note": "all 0", "item": "Hit", "items": []}
                  ]
                }
              }
            ],
            "report": "r.html"
          }
          """
        )
    )
  }

  @Test func `differences are listed with each engine's value`() throws {
    let runs = ["a", "b"].map { RunReport(engine: $0, events: [RunEvent("by \($0)", at: .seconds(1))]) }
    let text = try LabReport.comparing(runs).json()
    let document = try #require(object(text) as? [String: Any])
    #expect(document["agreement"] as? String == "differ")
    #expect(document["differences"] as? [String] == ["Event 1: a has 'by a' at 1s, b has 'by b' at 1s."])
    let first = try #require(document["firstDifference"] as? [String: Any])
    #expect(first["at"] as? Int == 1000)
    let values = ["a", "b"].map { ["engine": $0, "text": "'by \($0)' at 1s"] }
    #expect(first["values"] as? [[String: String]] == values)
    #expect(document["report"] is NSNull)
  }

  @Test(arguments: [
    (Duration.milliseconds(1500), "1500"), (.microseconds(1500), "1.5"), (.nanoseconds(1_000_001), "1.000001"),
    (.nanoseconds(3_599_999_999_999), "3599999.999999"),
  ])
  func `times are exact`(time: Duration, text: String) throws {
    let run = RunReport(engine: "a", events: [RunEvent("b", at: time)])
    let report = LabReport(title: "T", setting: "S", time: .virtual, runs: [run])
    #expect(try report.json().contains("\"at\" : \(text),"))
  }

  private func object(_ text: String) throws -> NSObject? {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSObject
  }
}
#endif
