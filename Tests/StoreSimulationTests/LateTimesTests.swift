import Testing

@testable import StoreSimulation

/// The times at which something is late.
@Suite struct LateTimesTests {
  private func seconds(_ number: Int) -> Duration { .seconds(number) }

  @Test func `the time without lateness is the time between late periods`() {
    var times = LateTimes()
    #expect(times.timeWithout(from: seconds(0), to: seconds(10)) == seconds(10))
    times.add(from: seconds(2), to: seconds(4), at: .zero)
    times.add(from: seconds(7), to: seconds(20), at: .zero)
    times.add(from: seconds(3), to: seconds(5), at: .zero)
    times.add(from: seconds(3), to: seconds(4), at: .zero)
    #expect(times.timeWithout(from: seconds(0), to: seconds(10)) == seconds(4))
    #expect(times.timeWithout(from: seconds(3), to: seconds(6)) == seconds(1))
    #expect(times.timeWithout(from: seconds(8), to: seconds(8)) == .zero)
    #expect(times.timeWithout(from: seconds(8), to: seconds(9)) == .zero)
    #expect(times.timeWithout(from: seconds(19), to: seconds(23)) == seconds(3))
  }
}
