#if Exhaustive
import Testing

@testable import StoreSimulation

/// Deviations as text and as code.
@Suite struct DeviationTests {
  @Test(arguments: [
    (1, "first"), (2, "second"), (3, "third"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st"),
    (22, "22nd"), (23, "23rd"), (111, "111th"), (121, "121st"),
  ])
  func `places are written as ordinal words`(number: Int, word: String) {
    #expect(Deviation.part(number, at: 1).description == "at choice 1, the \(word) ready part of an effect runs first")
  }

  @Test(
    arguments: [
      (.seconds(2), ".seconds(2)"), (.milliseconds(1_500), ".milliseconds(1500)"),
      (.microseconds(500), ".microseconds(500)"), (.nanoseconds(7), ".nanoseconds(7)"), (.zero, ".seconds(0)"),
    ] as [(Duration, String)]
  )
  func `a time is written as a whole number of the greatest possible unit`(time: Duration, code: String) {
    #expect(Deviation.late(.end, of: "a#1", by: time).code == #".late(.end, of: "a#1", by: \#(code))"#)
    let fault = Deviation.fault(.streamEnds(after: time), of: "a#1")
    #expect(fault.code == #".fault(.streamEnds(after: \#(code)), of: "a#1")"#)
  }

  @Test func `each fault has a name, and a fault with a time accepts another one`() {
    let faults = Fault.all(for: .seconds(1))
    #expect(Set(faults.map(\.name)).count == 10)
    #expect(faults.map { $0.with(.seconds(2)) } == Fault.all(for: .seconds(2)))
    #expect(faults.count { $0.time != nil } == 4)
    #expect(Fault.fails.code == ".fails")
  }
}
#endif
