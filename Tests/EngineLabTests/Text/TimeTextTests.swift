#if Exhaustive
import Testing

@testable import EngineLab

@Suite struct TimeTextTests {
  @Test(arguments: [
    ("0s", 0), ("0.000ms", 0), ("300ms", 300_000_000), ("1.5s", 1_500_000_000), ("250us", 250_000), ("7ns", 7),
    ("0.1s", 100_000_000), ("0.3s", 300_000_000), ("1.000000001s", 1_000_000_001), ("0.1230ms", 123_000),
    ("007ms", 7_000_000), ("1.50000000000000000000s", 1_500_000_000), ("3600s", 3_600_000_000_000),
    ("3600000ms", 3_600_000_000_000),
  ])
  func `times are read exactly`(text: String, nanoseconds: Int64) throws {
    #expect(try TimeText.parse(text) == .nanoseconds(nanoseconds))
  }

  @Test(arguments: [
    "", "s", "ms", "5", "1.5", "1.s", ".5s", "1,5s", "+1s", "1 s", " 1s", "1s ", "1e3ms", "1m", "1S", "--1s", "٣s",
    "1.2.3s", "-", "inf", "0x1s",
  ])
  func `other texts are not times`(text: String) {
    #expect(throws: TimeText.Problem.notATime) { try TimeText.parse(text) }
  }

  @Test(arguments: ["-5ms", "-0s"])
  func `a minus sign makes a time negative`(text: String) {
    #expect(throws: TimeText.Problem.negative) { try TimeText.parse(text) }
  }

  @Test(arguments: ["0.5ns", "1.0001us", "0.0000000001s"])
  func `a time finer than a nanosecond is refused`(text: String) {
    #expect(throws: TimeText.Problem.tooFine) { try TimeText.parse(text) }
  }

  @Test(arguments: ["3600.000000001s", "3600001ms", "99999999999999999999999s"])
  func `a time above one hour is refused`(text: String) {
    #expect(throws: TimeText.Problem.tooLong) { try TimeText.parse(text) }
  }

  @Test(arguments: [
    "0s", "1ns", "999ns", "1us", "1.5us", "300ms", "300.000001ms", "1s", "1.5s", "3600s", "10ms", "100us",
  ])
  func `short text is read back as the same time`(text: String) throws {
    #expect(try TimeText.parse(text).shortText == text)
  }

  @Test func `seconds are truncated to their places`() {
    #expect(TimeText.seconds(.zero, places: 3) == "0.000s")
    #expect(TimeText.seconds(.milliseconds(300), places: 3) == "0.300s")
    #expect(TimeText.seconds(.nanoseconds(1_999_999_999), places: 1) == "1.9s")
    #expect(TimeText.seconds(.seconds(3600), places: 6) == "3600.000000s")
    #expect(TimeText.seconds(.nanoseconds(7), places: 9) == "0.000000007s")
  }

  @Test func `the number of places is what all times need`() {
    #expect(TimeText.places(for: []) == 3)
    #expect(TimeText.places(for: [.seconds(1), .milliseconds(5)]) == 3)
    #expect(TimeText.places(for: [.microseconds(1), .milliseconds(5)]) == 6)
    #expect(TimeText.places(for: [.nanoseconds(1), .microseconds(5)]) == 9)
  }
}
#endif
