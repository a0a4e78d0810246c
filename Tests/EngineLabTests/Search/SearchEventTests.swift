import EngineLab
import Testing

@Suite struct SearchEventTests {
  @Test(arguments: [
    (SearchEvent.typed("sto\n"), #"typed "sto\u{A}""#), (.cancelRequested, "cancel requested"), (.cleared, "cleared"),
    (.started("st"), #"search started "st""#),
    (.stopped("st", .cancelled), #"search cancelled "st" (cancelled)"#),
    (.stopped("st", .replaced), #"search cancelled "st" (replaced)"#),
    (.finished("st", hits: 12, files: 1), #"search finished "st": 12 hits in 1 file"#),
    (.failed("x", message: "no\nluck"), #"search failed "x": no\u{A}luck"#),
  ])
  func `every event has words`(event: SearchEvent, text: String) {
    #expect(event.text == text)
  }
}
