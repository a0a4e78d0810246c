/// The extra time that things take in a run, by the run's seed.
///
/// ```swift
/// await exploreSchedules(seeds: 0..<1_000, time: .latency(0...10)) { bench in … }
/// ```
///
/// It applies to three things: an effect's operation begins later, what it sends and its answer come later, and its
/// operation wakes later from its sleeps on the bench's clock, such as the waits of a stream with a limited rate.
/// Actions that it sends synchronously, or awaits on the main actor, and the intervals of the modifier `throttle` are
/// never late. The actions of one effect, and the elements of a stream, keep their order. Each delay depends only on
/// the seed, the effect and what it does: nothing that happens elsewhere changes it, and all engines of a comparison
/// have the same. Without a seed, as in the plain run, each delay is its lower bound.
public struct SeededTime: Hashable, Sendable {
  /// The bounds, in milliseconds.
  private var range: ClosedRange<Int>
  private var ranges: [String: ClosedRange<Int>] = [:]
  /// Whether the waits of modifiers are late too.
  let delaysTimers: Bool

  /// Operations and their answers take up to two seconds longer: the default of explorations and benches.
  public static let `default` = latency(0...2)

  /// Everything takes as long as it says: seeds choose only the order of what is ready at the same time.
  public static let exact = SeededTime(range: 0...0, delaysTimers: false)

  /// Everything takes up to a second longer, including the waits of debounces, delays, retries and timeouts: a short
  /// debounce may end after a long one, and a timeout after the operation that it limits.
  public static let reordering = reordering(0...1)

  /// Everything takes longer by a number of seconds within bounds, including the waits of debounces, delays, retries
  /// and timeouts.
  ///
  /// - Parameters:
  ///   - seconds: The bounds, from 0 to 1,000,000, rounded to milliseconds.
  ///   - fileID: The file of the call, which is reported if a bound makes no sense; leave it out.
  ///   - line: The line of the call; leave it out.
  /// - Returns: the latencies.
  public static func reordering(
    _ seconds: ClosedRange<Double>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> SeededTime {
    SeededTime(range: milliseconds(seconds, fileID, line), delaysTimers: true)
  }

  /// Operations and their answers take longer by a number of seconds within bounds; the waits of debounces, delays,
  /// retries and timeouts end on time, in the order of their deadlines.
  ///
  /// A search that changes few choices, as the default does, leaves many things at their lower bounds.
  ///
  /// - Parameters:
  ///   - seconds: The bounds, from 0 to 1,000,000, rounded to milliseconds.
  ///   - fileID: The file of the call, which is reported if a bound makes no sense; leave it out.
  ///   - line: The line of the call; leave it out.
  /// - Returns: the latencies.
  public static func latency(
    _ seconds: ClosedRange<Double>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> SeededTime {
    SeededTime(range: milliseconds(seconds, fileID, line), delaysTimers: false)
  }

  /// Returns the same time with other bounds for the effects of a name.
  ///
  /// - Parameters:
  ///   - name: The name of the effects, or the end of it; see ``SimulatedEffect``.
  ///   - seconds: The bounds, from 0 to 1,000,000, rounded to milliseconds.
  ///   - fileID: The file of the call, which is reported if a bound makes no sense; leave it out.
  ///   - line: The line of the call; leave it out.
  /// - Returns: the time.
  public func effect(
    _ name: String,
    _ seconds: ClosedRange<Double>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> SeededTime {
    var time = self
    time.ranges[name] = Self.milliseconds(seconds, fileID, line)
    return time
  }

  private init(range: ClosedRange<Int>, delaysTimers: Bool) {
    self.range = range
    self.delaysTimers = delaysTimers
  }

  /// Returns bounds in whole milliseconds; ends the program if one is negative, longer than eleven days, or so short
  /// that it would be zero.
  private static func milliseconds(
    _ seconds: ClosedRange<Double>,
    _ fileID: StaticString,
    _ line: UInt
  ) -> ClosedRange<Int> {
    func whole(_ bound: Double) -> Int {
      let most = 1_000_000.0
      let isTooLong = bound > most
      let milliseconds = (min(bound, most) * 1_000).rounded()
      guard !isTooLong, bound == 0 || milliseconds >= 1 else {
        let tooLong = "\(bound) is more than \(most), which is over eleven days."
        let tooShort = "\(bound) is less than a millisecond, of which seeds choose whole ones."
        fatalError(
          """
          Latencies from \(seconds.lowerBound) to \(seconds.upperBound) seconds were given.

          \(bound < 0 ? "Nothing comes before its time." : isTooLong ? tooLong : tooShort)

          Give bounds that are 0, or at least 0.001\(isTooLong ? " and at most \(most)" : "").
          """,
          file: fileID,
          line: line
        )
      }
      return Int(milliseconds)
    }
    return whole(seconds.lowerBound)...whole(seconds.upperBound)
  }

  /// The names of the effects with their own bounds.
  var names: Set<String> { Set(ranges.keys) }

  /// Whether things are late in the plain run too.
  var hasLeast: Bool { range.lowerBound > 0 || ranges.values.contains { $0.lowerBound > 0 } }

  /// Its source text in a test.
  var code: String {
    func seconds(_ range: ClosedRange<Int>) -> String {
      "\(Double(range.lowerBound) / 1_000)...\(Double(range.upperBound) / 1_000)"
    }
    let all = "\(delaysTimers ? ".reordering" : ".latency")(\(seconds(range)))"
    return ranges.sorted { $0.key < $1.key }.reduce(all) {
      "\($0).effect(\(String(reflecting: $1.key)), \(seconds($1.value)))"
    }
  }

  /// Whether a seed chooses how late something is.
  var isSeeded: Bool { range.count > 1 || ranges.values.contains { $0.count > 1 } }

  /// Whether nothing can be late.
  var isExact: Bool { range.upperBound == 0 && ranges.isEmpty }

  /// Returns the bounds of an effect's delays, in milliseconds.
  func range(for effect: SimulatedEffect) -> ClosedRange<Int> {
    guard !effect.isOfModifiers || delaysTimers else { return 0...0 }
    return ranges.isEmpty ? range : effect.names.lazy.compactMap { ranges[$0] }.first ?? range
  }
}
