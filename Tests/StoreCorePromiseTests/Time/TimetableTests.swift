import StoreCore
import Testing
import _StoreTestSupport

@Suite struct TimetableTests {
  /// Waits for the next time, and is woken later than that by a duration.
  private func wait(_ table: inout Timetable, from now: Duration, late: Duration = .zero) -> Duration {
    guard let time = table.next(at: now) else { return now }
    let woken = max(now, time) + late
    table.reach(time, at: woken)
    return woken
  }

  @Test func `a timer that is woken on time ticks at multiples of its interval`() {
    var table = Timetable(.timer, every: .seconds(2))
    var now = Duration.zero
    for tick in 1...5 {
      now = wait(&table, from: now)
      #expect(now == .seconds(2 * tick))
    }
  }

  @Test func `a timer that is woken late ticks once, and then at the next multiple`() {
    var table = Timetable(.timer, every: .seconds(2))
    #expect(wait(&table, from: .zero, late: .seconds(5)) == .seconds(7))
    #expect(table.next(at: .seconds(7)) == .seconds(8))
  }

  @Test func `a timer whose ticks are handled late makes one tick at once for all it has missed`() {
    var table = Timetable(.timer, every: .seconds(2))
    _ = wait(&table, from: .zero)
    #expect(wait(&table, from: .seconds(7)) == .seconds(7))
    #expect(table.next(at: .seconds(7)) == .seconds(8))
  }

  @Test func `a poll begins at once, and skips what it has missed`() {
    var table = Timetable(.poll, every: .seconds(5))
    #expect(wait(&table, from: .zero) == .zero)
    #expect(table.next(at: .seconds(2)) == .seconds(5))
    #expect(wait(&table, from: .seconds(7)) == .seconds(10))
    #expect(table.next(at: .seconds(10)) == .seconds(15))
  }

  @Test func `a poll that ends exactly at one of its times begins again then`() {
    var table = Timetable(.poll, every: .seconds(5))
    _ = wait(&table, from: .zero)
    #expect(table.next(at: .seconds(5)) == .seconds(5))
    #expect(table.next(at: .seconds(10)) == .seconds(10))
  }

  @Test(arguments: [Timetable.Kind.timer, .poll])
  func `there is no next time after the last possible one`(kind: Timetable.Kind) {
    let end = Duration(attoseconds: .max)
    for interval in [Duration.nanoseconds(1), .seconds(1_000 * 365 * 86_400), end - .seconds(1), end] {
      var table = Timetable(kind, every: interval)
      #expect(wait(&table, from: .zero, late: end - interval) >= end - interval)
      #expect(wait(&table, from: end) == end)
      #expect(table.next(at: end) == nil)
    }
  }

  @Test func `after very many late ticks nothing has drifted`() {
    var table = Timetable(.timer, every: .milliseconds(3))
    var now = Duration.zero
    let ticks = Rounds.of(1_000_000)
    for _ in 0..<ticks { now = wait(&table, from: now, late: .microseconds(700)) }
    #expect(now == .milliseconds(3 * ticks) + .microseconds(700))
  }
}
